import { Inject, Injectable } from '@nestjs/common';
import type { OidcConfigRecord } from '../../../../../projections/oidc-config/projection.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';

/** Bound to tenant and provider: a sealed secret of one config opens in no other. */
const purposeOf = (tenantId: string, providerName: string) => `oidc-config:${tenantId}/${providerName}`;

/** Client secrets of OIDC configs, sealed at rest. */
@Injectable()
export class OidcClientSecrets {
  constructor(@Inject(SECRETS) private readonly secrets: Secrets) {}

  /** @throws Error when the master key is another */
  of({ tenantId, id, value }: OidcConfigRecord): string {
    return this.secrets.unseal(purposeOf(tenantId, id), value.clientSecretSealed);
  }

  seal(tenantId: string, providerName: string, secret: string): string {
    return this.secrets.seal(purposeOf(tenantId, providerName), secret);
  }

  /** An equal secret keeps its sealed form, so that it does not count as a change. */
  resealed(record: OidcConfigRecord, secret: string): string {
    if (this.of(record) === secret) return record.value.clientSecretSealed;
    return this.seal(record.tenantId, record.id, secret);
  }
}
