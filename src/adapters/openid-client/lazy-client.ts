import type { OidcClient } from '../../ports/identity/oidc-client.js';

const load = async (): Promise<OidcClient> => (await import('./oidc-client.js')).openidClient;

/** Loads the library at the first sign-in through a provider. */
export const lazyOidcClient: OidcClient = {
  discover: async (...args) => (await load()).discover(...args),
  authorizationUrl: async (...args) => (await load()).authorizationUrl(...args),
  redeem: async (...args) => (await load()).redeem(...args),
  introspect: async (...args) => (await load()).introspect(...args),
};
