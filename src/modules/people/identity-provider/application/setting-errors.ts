import type { RejectionCode } from '../../../../catalogue/errors/rejections.js';
import type { OidcSettingFault } from '../../../../ports/identity/oidc-client.js';

/** A wrong setting stays wrong, so that its error names it and suggests no retry. */
export const settingErrors = {
  discovery_url: 'errors.oidc_config.discovery_url',
  several_tenants: 'errors.oidc_config.several_tenants',
  issuer_slash: 'errors.oidc_config.issuer_slash',
  other_issuer: 'errors.oidc_config.other_issuer',
  no_metadata: 'errors.oidc_config.no_metadata',
  bad_endpoints: 'errors.oidc_config.bad_endpoints',
} as const satisfies Readonly<Record<OidcSettingFault, RejectionCode>>;

export const SETTING_ERRORS: readonly RejectionCode[] = Object.values(settingErrors);
