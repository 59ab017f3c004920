import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import type { Worker } from '../../../../engine/effects/lease.js';
import { SubscriberWithTicks } from '../../../../engine/effects/subscribed/subscriber-with-ticks.js';
import { TenantData } from '../../../../engine/erasure/tenant-data.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import type { Position, Recorded } from '../../../../kernel/event.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { DATA_KEYS, type DataKeys } from '../../../../ports/stores/data-keys.js';
import { StoreUnavailable } from '../../../../ports/stores/event-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { tenant } from '../domain/tenant.resource.js';
import { AdvanceTenantErasure, CompleteTenantErasure } from '../domain/tenant-erasure.decider.js';
import { KNOWN_BY, KnownTenants } from './known-tenants.service.js';

const NAME = 'tenants';
const SCAN_MS = 500;
const PATIENCE_MS = 30_000;
/** Longest pause after a step; at least half of the time belongs to others. */
const LONGEST_PAUSE_MS = 250;

/**
 * Removes what the stores keep of deleted tenants, one tenant after the other in bounded steps. Each step finds what is
 * left, so another process goes on after a kill.
 */
@Injectable()
export class TenantErasureWorker implements Worker {
  private readonly work: SubscriberWithTicks;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(TenantData) private readonly data: TenantData,
    @Inject(KnownTenants) private readonly known: KnownTenants,
    @Inject(DATA_KEYS) private readonly keys: DataKeys,
  ) {
    const handle = (events: readonly Recorded[]) => this.handle(events);
    const handler = { name: NAME, types: KNOWN_BY, handle, isRepeatable: true } as const;
    this.work = new SubscriberWithTicks({ log, operations, logger }, handler, SCAN_MS, () => this.tick());
  }

  start(): void {
    this.work.start();
  }

  close(): void {
    this.work.close();
  }

  private async handle(events: readonly Recorded[]): Promise<boolean> {
    for (const event of events) await this.known.note(event);
    return events.length > 0;
  }

  private async tick(): Promise<void> {
    for (const { id, isDeleted } of await this.known.waiting()) {
      if (!this.work.isOpen) return;
      await (isDeleted ? this.erase(id) : this.endDemo(id)).catch(async (error) => {
        this.work.failed(error);
        await this.known.postpone(id);
      });
    }
  }

  /** It may be kept by now. Its deletion is an event, which makes it wait for its erasure. */
  private async endDemo(id: string): Promise<void> {
    await this.known.postpone(id);
    const { record } = await this.runner.peek(tenant.decider, id, id);
    if (record?.value.demo === undefined) return;
    await this.commands.execute(new tenant.Remove(id, { ifMatch: [record.revision] }, this.meta(id)));
  }

  private async erase(tenantId: string): Promise<void> {
    await this.endKeys(tenantId);
    await this.reached(await this.log.head());
    while (await this.data.hasDocuments(tenantId)) {
      if (!this.work.isOpen) return;
      await this.step(() => this.advance(tenantId));
    }
    for (let left = true; left; ) {
      left = false;
      for await (const _ of this.data.remove(tenantId)) {
        if (!this.work.isOpen) return;
        left = true;
        await this.step(async () => undefined);
      }
    }
    await this.data.purge();
    if (!this.work.isOpen) return;
    const { position } = await this.commands.execute(new CompleteTenantErasure(tenantId, {}, this.meta(tenantId)));
    await this.reached(position);
    this.logger.info({ tenant_id: tenantId }, 'Nothing of the deleted tenant is left outside of the event log');
  }

  /** The log and its copies keep events that nobody can read. Other processes end the keys with `TenantErased`. */
  private async endKeys(tenantId: string): Promise<void> {
    await this.keys.end(tenantId, [{ kind: 'everything' }]);
    this.log.forgetOpened();
  }

  private async advance(tenantId: string): Promise<void> {
    const { position } = await this.commands.execute(new AdvanceTenantErasure(tenantId, {}, this.meta(tenantId)));
    await this.reached(position);
  }

  private async step(work: () => Promise<void>): Promise<void> {
    const begunMs = this.clock.monotonic();
    await work();
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 1 + this.clock.monotonic() - begunMs);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }

  private async reached(position: Position): Promise<void> {
    if (await this.caughtUp.reached(position, PATIENCE_MS)) return;
    throw new StoreUnavailable('The read models are behind the log: the erasure of the tenant goes on later.');
  }

  private meta(tenantId: string) {
    const commandId = this.ids.next();
    return { tenantId, actor: 'system', at: this.clock.now(), commandId, correlationId: commandId };
  }
}
