import { Inject, Injectable } from '@nestjs/common';
import { DOMAIN_TYPES } from '../../../../catalogue/tenant.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Reservations } from '../../../../engine/commands/reservations.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import type { Position } from '../../../../kernel/event.js';
import { innerId, NO_TENANT, parseInnerId } from '../../../../kernel/stream.js';
import { domainName } from '../../tenant/application/domain-names.js';
import { DOMAINS } from '../domain/tenant-domain.commands.js';
import { tenantDomainDecider } from '../domain/tenant-domain.decider.js';
import type { DomainRequest } from './domain-proofs.service.js';

const refusal = { code: 'errors.domain.exists', path: 'domain' } as const;

/**
 * The one holder of a domain over all tenants, from its proof to its end. A reservation that a crash left behind counts
 * for nothing: its request is not verified, so the next one takes the name over.
 */
@Injectable()
export class DomainReservations {
  constructor(
    @Inject(Reservations) private readonly reservations: Reservations,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
  ) {}

  /** `meta` is of no tenant. @throws Rejection `errors.domain.exists` */
  take(tenantId: string, { domain, requestId }: DomainRequest, meta: CommandMeta): Promise<Position> {
    const holder = innerId(tenantId, requestId);
    const claim = { name: domainName(domain), holder, refusal: { ...refusal, value: domain } };
    return this.reservations.take(claim, meta, (holder) => this.isVerified(holder));
  }

  /** `meta` is of no tenant. */
  release(tenantId: string, { domain, requestId }: DomainRequest, meta: CommandMeta): Promise<Position> {
    return this.reservations.release(domainName(domain), innerId(tenantId, requestId), meta);
  }

  /** Whether a tenant has the domain, verified. */
  async isTaken(domain: string): Promise<boolean> {
    const holder = await this.reservations.holderOf(NO_TENANT, domainName(domain));
    return holder !== undefined && this.isVerified(holder);
  }

  private async isVerified(holder: string): Promise<boolean> {
    const [tenantId, requestId] = parseInnerId(holder);
    const domains = await this.runner.peek(tenantDomainDecider, tenantId, DOMAINS);
    return DOMAIN_TYPES.some((type) => domains[type]?.isVerified && domains[type].requestId === requestId);
  }
}
