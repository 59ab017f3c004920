import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';

/** A client that the provider knows. */
export const CLIENT = { client_id: 'tidings', client_secret: 'a-secret-of-the-demo-provider' } as const;

export interface OidcProvider {
  readonly issuer: string;
  close(): Promise<void>;
}

/** Grants what is asked for; a provider of a company asks nobody for consent to its own apps. */
const loadExistingGrant: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client?.clientId as string,
    accountId: oidc.session?.accountId as string,
  });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
};

/** Everybody is who they say: the login is the e-mail address, the password any. */
const findAccount: Configuration['findAccount'] = (_, id) => ({
  accountId: id,
  claims: () => ({
    sub: id,
    email: id,
    email_verified: !id.startsWith('unverified'),
    given_name: 'Ada',
    family_name: 'Byron',
  }),
});

/** A real OpenID provider on loopback: `oidc-provider` with its own login form. */
export async function anOidcProvider(redirectUris: readonly string[], port = 0): Promise<OidcProvider> {
  const server: Server = createServer();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [...redirectUris] }],
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    cookies: { keys: ['a key of cookies'] },
    pkce: { required: () => true },
    loadExistingGrant,
    findAccount,
  });
  server.on('request', provider.callback());
  return {
    issuer,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** A browser that keeps the cookies of one provider. */
function browser() {
  const cookies = new Map<string, string>();
  return async (url: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}

/** Signs a person in at the provider as a browser does; answers the URL of the callback. */
export async function signInAt({ issuer }: OidcProvider, authorizationUrl: string, login: string): Promise<URL> {
  const open = browser();
  let at = authorizationUrl;
  for (let steps = 0; steps < 10; steps++) {
    const isForm = new URL(at).pathname.startsWith('/interaction/');
    const response = await open(at, isForm ? { prompt: 'login', login, password: 'any' } : undefined);
    const next = response.headers.get('location');
    if (next === null) throw new Error(`${at}: ${response.status} ${await response.text()}`);
    at = new URL(next, at).href;
    if (new URL(at).origin !== issuer) return new URL(at);
  }
  throw new Error('The provider redirects without end.');
}
