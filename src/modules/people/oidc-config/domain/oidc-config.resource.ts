import { limits } from '../../../../catalogue/limits/limits.js';
import { type ResourceState, resource } from '../../../../kernel/resource.js';

/** An OIDC provider that users of the tenant sign in with (specification 3), by its name. */
export interface OidcConfig {
  readonly authorityUrl: string;
  readonly clientId: string;
  readonly clientSecretSealed: string;
  /** Left out: `DEFAULT_SCOPE`. */
  readonly scope?: string;
  /** E-mail addresses of the provider count as verified where it does not say. */
  readonly trustEmail?: true;
}

export const DEFAULT_SCOPE = 'openid email profile';

export const oidcConfig = resource<'OidcConfig', OidcConfig>({
  name: 'OidcConfig',
  category: 'oidcConfig',
  absent: 'errors.oidc_config.not_found',
  exists: 'errors.oidc_config.exists',
  personal: [],
});

/** The OIDC configs of a tenant. */
export const oidcConfigQuota = {
  name: 'oidcConfigs',
  max: limits.oidcConfigs,
  code: 'errors.oidc_config.too_many',
  decider: oidcConfig.decider,
  counts: ({ record }: ResourceState<OidcConfig>) => record !== undefined,
} as const;
