import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Reservations } from '../../../../engine/commands/reservations.js';
import { UUID } from '../../../../kernel/ids.js';
import { Rejection } from '../../../../kernel/rejection.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { NO_TENANT } from '../../../../kernel/stream.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import {
  type OperatorCall,
  type OperatorCommand,
  type OperatorOutput,
  OperatorRefused,
} from '../../../../ports/process/operator-calls.js';
import { type Tenant, tenant } from '../domain/tenant.resource.js';
import { subdomainName } from './domain-names.js';
import { type KnownTenant, KnownTenants } from './known-tenants.service.js';

type Known = ResourceRecord<Tenant>;

/** A tenant as commands show it. */
const told = (id: string, { subdomain, state, erased }: KnownTenant): OperatorOutput => ({
  line: { id, subdomain, state, ...(state === 'DELETED' && { erased: erased ?? false }) },
});

const STATES = { 'tenant suspend': 'SUSPENDED', 'tenant resume': 'ACTIVE', 'tenant delete': 'DELETED' } as const;
type Verb = keyof typeof STATES;

/** Lists, suspends, resumes and deletes tenants for the operator. */
@Injectable()
export class TenantOperation implements OperatorCommand {
  constructor(
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(Reservations) private readonly reservations: Reservations,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(KnownTenants) private readonly known: KnownTenants,
  ) {}

  async *run({ command, args }: OperatorCall): AsyncGenerator<OperatorOutput> {
    if (command === 'tenant list') return yield* this.list();
    const known = await this.find(String(args.tenant));
    if (!known) throw new OperatorRefused(1, `The tenant ${args.tenant} does not exist.`);
    await this.change(command as Verb, known);
    yield told(known.id, { subdomain: known.value.subdomain, state: STATES[command as Verb] });
  }

  /** By id, page by page. */
  private async *list(): AsyncGenerator<OperatorOutput> {
    for (let after: string | undefined; ; ) {
      const page = await this.known.page(after);
      for (const { key, value } of page) yield told(key.id, value);
      after = page.at(-1)?.key.id;
      if (after === undefined) return;
    }
  }

  /** By id or subdomain. */
  private async find(name: string): Promise<Known | undefined> {
    const isId = UUID.test(name);
    const id = isId ? name.toLowerCase() : await this.reservations.holderOf(NO_TENANT, subdomainName(name));
    if (id === undefined) return undefined;
    const { record } = await this.runner.peek(tenant.decider, id, id);
    return record && (isId || record.value.subdomain === name) ? record : undefined;
  }

  private async change(verb: Verb, { id, value }: Known): Promise<void> {
    if (verb === 'tenant delete') return void (await this.commands.execute(new tenant.Remove(id, {}, this.meta(id))));
    const isSuspended = value.suspendedAt !== undefined;
    if (isSuspended === (verb === 'tenant suspend')) return;
    const patch = { suspendedAt: isSuspended ? null : this.clock.now() };
    try {
      await this.commands.execute(new tenant.Change(id, { patch }, this.meta(id)));
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
    }
  }

  private meta(tenantId: string) {
    const commandId = this.ids.next();
    return { tenantId, actor: 'operator', at: this.clock.now(), commandId, correlationId: commandId };
  }
}
