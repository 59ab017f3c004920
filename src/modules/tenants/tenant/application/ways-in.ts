import { oidcConfigsOf } from '../../../../../projections/oidc-config/reads.js';
import { reject } from '../../../../kernel/rejection.js';
import type { DocumentStore } from '../../../../ports/stores/document-store.js';
import { signInWaysOf, type Tenant } from '../domain/tenant.resource.js';

type Facts = Pick<Tenant, 'signIn' | 'tokenExchangeUserinfoUrl'>;

/**
 * A tenant keeps one way in. SSO is one only where there is a provider. `without`: an OIDC config that goes.
 * @throws Rejection `errors.tenant.last_sign_in`
 */
export async function keepOneWayIn(
  documents: DocumentStore,
  tenantId: string,
  tenant: Facts,
  without?: string,
): Promise<void> {
  const { password, passkey, sso } = signInWaysOf(tenant);
  if (password || passkey) return;
  if (!sso) reject('errors.tenant.last_sign_in');
  if (tenant.tokenExchangeUserinfoUrl !== undefined) return;
  const { docs } = await oidcConfigsOf(documents, tenantId).find({ limit: 2 });
  if (docs.every(({ id }) => id === without)) reject('errors.tenant.last_sign_in');
}
