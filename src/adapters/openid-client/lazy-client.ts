import type { OidcClient } from '../../ports/identity/oidc-client.js';

const load = async (): Promise<OidcClient> => (await import('./oidc-client.js')).openidClient;

/** Loads the library at the first sign-in through a provider. */
export const lazyOidcClient: OidcClient = {
  discover: async (...asked) => (await load()).discover(...asked),
  authorizationUrl: async (...asked) => (await load()).authorizationUrl(...asked),
  redeem: async (...asked) => (await load()).redeem(...asked),
};
