import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import type { Position } from '../../../../kernel/event.js';
import { NO_TENANT } from '../../../../kernel/stream.js';
import type { Priority } from '../../../../ports/process/priority.js';
import { ConfirmDomain, DOMAINS } from '../domain/tenant-domain.commands.js';
import { DomainProofs, type DomainRequest, type Proof } from './domain-proofs.service.js';
import { DomainReservations } from './domain-reservations.service.js';

/** Makes the meta of each command of a verification. */
export type MetaFor = (tenantId: string) => CommandMeta;

export interface Verified {
  readonly proof: Proof;
  /** Position of the last event, where the domain was verified. */
  readonly position?: Position;
}

/** Looks for the proof of a request and, where it is found, gives the domain to the tenant. Each step may be done again. */
@Injectable()
export class DomainVerification {
  constructor(
    @Inject(DomainProofs) private readonly proofs: DomainProofs,
    @Inject(DomainReservations) private readonly reservations: DomainReservations,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
  ) {}

  /** @throws Rejection `errors.domain.exists` where another tenant proved the domain first, `errors.rate_limited` */
  async verify(tenantId: string, request: DomainRequest, metaFor: MetaFor, priority: Priority): Promise<Verified> {
    const proof = await this.proofs.look(tenantId, request, priority);
    if (proof !== 'proven') return { proof };
    await this.reservations.take(tenantId, request, metaFor(NO_TENANT));
    const { requestId } = request;
    const { position } = await this.commands.execute(new ConfirmDomain(DOMAINS, { requestId }, metaFor(tenantId)));
    return { proof, position };
  }
}
