import { Inject, Injectable } from '@nestjs/common';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import type { CustomDomainDoc } from '../../../../../projections/tenant-domain/projection.js';
import { customDomainsOf } from '../../../../../projections/tenant-domain/reads.js';
import { DOMAIN_TYPES, type DomainType } from '../../../../catalogue/tenant.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { reject } from '../../../../kernel/rejection.js';
import { IDS, type Ids } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { systemDomain } from '../../tenant/application/domain-names.js';
import { DomainProofs } from '../application/domain-proofs.service.js';
import type { DomainDto } from './tenant-domain.dto.js';

type Custom = Pick<CustomDomainDoc, 'id' | 'domain' | 'requestId' | 'isVerified'>;

/** The domains of a tenant as the API shows them: two of the system, then the custom ones. */
@Injectable()
export class DomainViews {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(DomainProofs) private readonly proofs: DomainProofs,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** System domains follow from the subdomain; their ids from the tenant. */
  async system(tenantId: string): Promise<readonly DomainDto[]> {
    const { createdAt, value } = (await tenantOf(this.documents, tenantId)) ?? reject('errors.tenant.not_found');
    return DOMAIN_TYPES.map((type) => ({
      id: this.ids.derived(createdAt, tenantId, 'system-domain', type),
      tenantId,
      domain: systemDomain(this.config.publicUrl, value.subdomain, type),
      is_client_app: type === 'CLIENT',
      is_system_domain: true,
      status: 'CREATED',
    }));
  }

  async all(tenantId: string): Promise<readonly DomainDto[]> {
    const [system, custom] = await Promise.all([this.system(tenantId), customDomainsOf(this.documents, tenantId)]);
    return [...system, ...custom.map((each) => this.custom(tenantId, each.domainType, each))];
  }

  custom(tenantId: string, type: DomainType, custom: Custom): DomainDto {
    const verification = custom.isVerified ? {} : { verification: this.verification(tenantId, custom) };
    return {
      id: custom.id,
      tenantId,
      domain: custom.domain,
      is_client_app: type === 'CLIENT',
      is_system_domain: false,
      status: custom.isVerified ? 'CREATED' : 'REQUESTED',
      ...verification,
    };
  }

  private verification(tenantId: string, custom: Custom): NonNullable<DomainDto['verification']> {
    return { type: 'TXT', ...this.proofs.record(tenantId, custom) };
  }
}
