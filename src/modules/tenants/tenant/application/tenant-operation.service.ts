import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Reservations } from '../../../../engine/commands/reservations.js';
import { UUID } from '../../../../kernel/ids.js';
import { Rejection } from '../../../../kernel/rejection.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { NO_TENANT } from '../../../../kernel/stream.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import {
  OPERATOR_CALLS,
  type OperatorAnswer,
  type OperatorCall,
  type OperatorCalls,
} from '../../../../ports/process/operator-calls.js';
import { type Tenant, tenant } from '../domain/tenant.resource.js';
import { subdomainName } from './domain-names.js';
import { type KnownTenant, KnownTenants } from './known-tenants.service.js';

type Known = ResourceRecord<Tenant>;

const done = (message: string): OperatorAnswer => ({ ok: true, message });
const refused = (message: string): OperatorAnswer => ({ ok: false, message });

const stateOf = ({ state, erased }: KnownTenant): string => {
  if (state !== 'DELETED') return state;
  return erased ? 'DELETED, erased' : 'DELETED, being erased';
};

/** Lists, suspends, resumes and deletes tenants for the operator. */
@Injectable()
export class TenantOperation implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(OPERATOR_CALLS) private readonly calls: OperatorCalls,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(Reservations) private readonly reservations: Reservations,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(KnownTenants) private readonly known: KnownTenants,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.calls.listen((call) => this.run(call));
  }

  onApplicationShutdown(): Promise<void> {
    return this.calls.close();
  }

  async run({ command, tenant: name }: OperatorCall): Promise<OperatorAnswer> {
    if (command === 'ping') return done('');
    if (command === 'tenant list') return done(await this.list(name));
    const known = await this.find(String(name));
    if (!known) return refused(`The tenant ${name} does not exist.`);
    const { subdomain, suspendedAt } = known.value;
    if (command === 'tenant suspend') {
      if (suspendedAt === undefined) await this.change(known, { suspendedAt: this.clock.now() });
      return done(`The tenant ${subdomain} is suspended.`);
    }
    if (command === 'tenant resume') {
      if (suspendedAt !== undefined) await this.change(known, { suspendedAt: null });
      return done(`The tenant ${subdomain} is active.`);
    }
    if (command !== 'tenant delete') return refused(`The command ${command} does not exist.`);
    await this.commands.execute(new tenant.Remove(known.id, {}, this.meta(known.id)));
    return done(
      `The tenant ${subdomain} is deleted, and every call of it is refused. Its data are erased from now on: tenant list shows when none is left. Its subdomain is never given again.`,
    );
  }

  /** A line a tenant with id, state and subdomain: the next page behind the id `after`. */
  private async list(after: string): Promise<string> {
    const page = await this.known.page(after || undefined);
    return page.map(({ key, value }) => `${key.id}  ${stateOf(value).padEnd(21)}  ${value.subdomain}`).join('\n');
  }

  /** By id or subdomain. */
  private async find(name: string): Promise<Known | undefined> {
    const isId = UUID.test(name);
    const id = isId ? name.toLowerCase() : await this.reservations.holderOf(NO_TENANT, subdomainName(name));
    if (id === undefined) return undefined;
    const { record } = await this.runner.peek(tenant.decider, id, id);
    return record && (isId || record.value.subdomain === name) ? record : undefined;
  }

  private async change({ id }: Known, patch: { readonly suspendedAt: string | null }): Promise<void> {
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
