import type { Answer, Tidings } from './api.js';

/** A service that can be called, in this process or another. */
export type Service = Pick<Tidings, 'call'>;

export const PASSWORD = 'a quiet green river';

/** A form as the token call takes it. */
export const form = (fields: Readonly<Record<string, string>> | string) => ({
  raw: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

export const signUpBody = (subdomain: string, more: object = {}) => ({
  tenant_name: 'Acme',
  tenant_subdomain: subdomain,
  user_email: 'Olga@acme.example',
  user_password: PASSWORD,
  ...more,
});

export const askToken = (
  tidings: Service,
  tenantId: string,
  fields: Readonly<Record<string, string>> | string,
): Promise<Answer> => tidings.call('POST', `/auth/${tenantId}/oauth2/token`, form(fields));

export const signIn = (tidings: Service, tenantId: string, username = 'olga@acme.example', password = PASSWORD) =>
  askToken(tidings, tenantId, { grant_type: 'password', username, password });

/** A tenant with its first owner, signed in. */
export async function aTenant(tidings: Service, subdomain: string) {
  const { body } = await tidings.call('POST', '/signup', { body: signUpBody(subdomain) });
  const { tenant_id: tenantId, user_id: ownerId } = body as { tenant_id: string; user_id: string };
  const tokens = (await signIn(tidings, tenantId)).body;
  const token = tokens.access_token as string;

  return {
    tenantId,
    ownerId,
    token,
    refreshToken: tokens.refresh_token as string,
    idToken: tokens.id_token as string,

    /** Another user of the tenant, signed in. */
    async user(name: string, role: 'OWNER' | 'USER' = 'USER') {
      const email = `${name}@acme.example`;
      const made = await tidings.call('POST', '/users', { token, body: { email, password: PASSWORD, role } });
      const own = (await signIn(tidings, tenantId, email)).body;
      return {
        id: made.body.id as string,
        email,
        token: own.access_token as string,
        refreshToken: own.refresh_token as string,
      };
    },

    async apiKey(body: object = {}) {
      const made = await tidings.call('POST', '/api-keys', { token, body });
      return { id: made.body.key_id as string, key: made.body.api_key as string };
    },
  };
}
