import type { ResourceRecord } from '../../src/kernel/resource.js';
import { type OidcConfig, oidcConfig } from '../../src/modules/people/oidc-config/domain/oidc-config.resource.js';

export type OidcConfigRecord = ResourceRecord<OidcConfig>;

/** The facts about a provider that a user sees at sign-in (specification 3). */
export interface OidcProvider {
  readonly name: string;
  readonly authorityUrl: string;
  readonly clientId: string;
}

/** The OIDC configs of a tenant, by provider name. */
export const oidcConfigs = oidcConfig.projection({
  name: 'oidc-config',
  version: 1,
  fields: { createdAt: ({ createdAt }) => createdAt },
  indexes: [['createdAt']],
  counters: [[]],
});
