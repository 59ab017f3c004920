import { randomKey } from '../../../sdk/src/random-key.ts';
import type * as Sdk from '../../../sdk/src/tidings.ts';
import { tenantLimits } from '../../../src/catalogue/limits/tenant.js';
import { setUp, TENANT_NAME } from './play.story.ts';

/** The module at `/sdk/tidings.js`. */
export type SdkModule = typeof Sdk;
type Tidings = Sdk.Tidings;

/** A new tenant. The same attempt again creates no second one. */
export interface Attempt {
  readonly key: string;
  readonly subdomain: string;
  readonly password: string;
}

/** A tenant with the credential of its owner. */
export interface Tenant {
  readonly id: string;
  readonly subdomain: string;
  readonly ownerId: string;
  readonly email: string;
  readonly password: string;
  /** Address of the app. */
  readonly appUrl: string;
  /** Address of the app that signs in, as long as the code of the sign-up is valid and not taken. */
  readonly takeAppUrl: () => string;
  readonly team: Tidings;
}

const EMAIL = 'ada@demo.example';
/** Seconds before its end in which a token is no longer used. */
const SPARE_SECONDS = 60;
/** The code of a sign-up signs in for a minute. After it, the app requests the password. */
const CODE_MS = 55_000;
/** The service erases a demo tenant after this time. */
export const KEEP_MINUTES = tenantLimits.demoMinutes;

export const newAttempt = (): Attempt => ({
  key: randomKey(),
  subdomain: `demo-${randomKey(6)}`,
  password: randomKey(),
});

/** A credential that is renewed shortly before it expires. */
export function renewed(ask: () => Promise<Sdk.AnswerOf<'POST /auth/{tenant_id}/oauth2/token'>>) {
  let current: Promise<string> | undefined;
  let until = 0;
  return (): Promise<string> => {
    if (current && performance.now() < until) return current;
    until = Number.POSITIVE_INFINITY;
    current = ask().then(({ access_token, expires_in }) => {
      until = performance.now() + (expires_in - SPARE_SECONDS) * 1_000;
      return access_token;
    });
    current.catch(() => {
      current = undefined;
    });
    return current;
  };
}

/** Creates the tenant and what its conversations need. @throws TidingsError, NoAnswer */
export async function createTenant(sdk: SdkModule, options: Sdk.Options, attempt: Attempt): Promise<Tenant> {
  // Without retries, the page shows a refusal at once.
  const anyone = new sdk.Tidings({ ...options, retries: 0 });
  const { tenant_id, user_id, frontend_url, login_code } = await anyone.call('POST /signup', {
    idempotencyKey: attempt.key,
    body: {
      tenant_name: TENANT_NAME,
      tenant_subdomain: attempt.subdomain,
      user_email: EMAIL,
      user_password: attempt.password,
      user_firstname: 'Ada',
      demo: true,
    },
  });
  const credential = renewed(() =>
    anyone.call('POST /auth/{tenant_id}/oauth2/token', {
      path: { tenant_id },
      body: { grant_type: 'password', username: EMAIL, password: attempt.password },
    }),
  );
  const team = new sdk.Tidings({ ...options, credential });
  const { type, template, workflow } = setUp;
  await team.call('PUT /conversation-types/{conversation_type_id}', {
    path: { conversation_type_id: type.id },
    body: type.body,
  });
  await team.call('PUT /message_templates/{name}', { path: { name: template.name }, body: template.body });
  await team.call('PUT /workflows/{workflow_id}', { path: { workflow_id: workflow.id }, body: workflow.body });
  const codeEnds = performance.now() + CODE_MS;
  return {
    id: tenant_id,
    subdomain: attempt.subdomain,
    ownerId: user_id,
    email: EMAIL,
    password: attempt.password,
    appUrl: frontend_url,
    takeAppUrl: () =>
      login_code !== undefined && performance.now() < codeEnds
        ? `${frontend_url}#code=${encodeURIComponent(login_code)}`
        : frontend_url,
    team,
  };
}

/** The client of a conversation, signed in with the key of its client URL. @throws TidingsError, NoAnswer */
export function clientOf(sdk: SdkModule, { id: tenant_id, team }: Tenant, conversation_id: string): Tidings {
  const anyone = new sdk.Tidings({ ...team.options, credential: '' });
  const credential = renewed(async () => {
    const { url } = await team.call('GET /conversations/{conversation_id}/participants/{participant_id}/client-url', {
      path: { conversation_id, participant_id: 'grace' },
    });
    return anyone.call('POST /auth/{tenant_id}/oauth2/token', {
      path: { tenant_id },
      body: {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token_type: 'urn:tidings:token-type:client-auth-key',
        subject_token: new URL(url).hash.slice('#auth_key='.length),
      },
    });
  });
  return new sdk.Tidings({ ...team.options, credential });
}
