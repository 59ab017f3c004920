import type { ResourceRecord } from '../../src/kernel/resource.js';
import { type OidcConfig, oidcConfig } from '../../src/modules/oidc-config/domain/oidc-config.resource.js';

export type OidcConfigRecord = ResourceRecord<OidcConfig>;

/** The OIDC configs of a tenant, by provider name. */
export const oidcConfigs = oidcConfig.projection({
  name: 'oidc-config',
  version: 1,
  fields: { createdAt: ({ createdAt }) => createdAt },
  indexes: [['createdAt']],
  counters: [[]],
});
