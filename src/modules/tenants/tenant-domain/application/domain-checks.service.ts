import { Inject, Injectable } from '@nestjs/common';
import type { DomainType } from '../../../../catalogue/tenant.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import type { Worker } from '../../../../engine/effects/lease.js';
import { SubscriberWithTicks } from '../../../../engine/effects/subscribed/subscriber-with-ticks.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { Recorded } from '../../../../kernel/event.js';
import { DAY, type Instant, MINUTE, plus } from '../../../../kernel/instant.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import {
  type Entry,
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';
import { DOMAINS } from '../domain/tenant-domain.commands.js';
import { tenantDomainDecider } from '../domain/tenant-domain.decider.js';
import { type TenantDomainEvent, tenantDomainEventTypes } from '../domain/tenant-domain.events.js';
import { DomainVerification } from './domain-verification.service.js';

const NAME = 'domain-checks';
const TICK_MS = 1_000;
/** Domains of one tick, oldest due first. A tenant has at most two. */
const PAGE = 256;
const EVERY_MS = 5 * MINUTE;
/** Pause of a domain whose name servers never answer. */
const LONGEST_PAUSE_MS = DAY;

/** A requested domain that waits for its next look-up. */
interface Check {
  /** Failed look-ups in a row. */
  readonly unanswered: number;
}

const keyOf = (tenantId: string, type: DomainType): OperationalKey => ({ tenantId, kind: 'domain-check', id: type });

const pauseMs = ({ unanswered }: Check) => Math.min(EVERY_MS * 2 ** Math.min(unanswered, 20), LONGEST_PAUSE_MS);

/** Looks up every requested domain every five minutes, for as long as it is requested. */
@Injectable()
export class DomainChecks implements Worker {
  private readonly work: SubscriberWithTicks;

  constructor(
    @Inject(EventLog) log: EventLog,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(DomainVerification) private readonly verification: DomainVerification,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {
    const handle = (events: readonly Recorded[]) => this.handle(events);
    const handler = { name: NAME, types: Object.keys(tenantDomainEventTypes), handle, isRepeatable: true } as const;
    this.work = new SubscriberWithTicks({ log, operations, logger }, handler, TICK_MS, () => this.tick());
  }

  start(): void {
    this.work.start();
  }

  close(): void {
    this.work.close();
  }

  /** Notes which domains wait for a look-up. @returns whether any was noted */
  private async handle(events: readonly Recorded[]): Promise<boolean> {
    for (const { type, data, meta } of events as readonly Recorded<TenantDomainEvent>[]) {
      const key = keyOf(meta.tenantId, data.domainType);
      if (type !== 'TenantDomainRequested') await this.operations.remove(key);
      else await this.plan(key, { unanswered: 0 }, meta.at);
    }
    return events.length > 0;
  }

  private plan(key: OperationalKey, check: Check, after: Instant, expected?: number): Promise<boolean> {
    const due = plus(after, pauseMs(check));
    return this.operations.put(key, check, { due, ...(expected === undefined ? {} : { expected }) });
  }

  private async tick(): Promise<void> {
    const due = await this.operations.due<Check>('domain-check', this.clock.now(), PAGE);
    const outcomes = await Promise.allSettled(due.map((entry) => this.check(entry)));
    const failed = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed) throw failed.reason;
  }

  private async check({ key, value, revision }: Entry<Check>): Promise<void> {
    const domains = await this.runner.peek(tenantDomainDecider, key.tenantId, DOMAINS);
    const custom = domains[key.id as DomainType];
    if (!custom || custom.isVerified) {
      await this.operations.remove(key, revision);
      return;
    }
    const isUnanswered = (await this.look(key.tenantId, custom)) === 'unanswered';
    const next = { unanswered: isUnanswered ? value.unanswered + 1 : 0 };
    await this.plan(key, next, this.clock.now(), revision);
  }

  /** A domain that another tenant has stays requested: that tenant may give it up. */
  private async look(tenantId: string, custom: { readonly domain: string; readonly requestId: string }) {
    const [at, correlationId] = [this.clock.now(), this.ids.next()];
    const metaFor = (tenant: string) => ({
      tenantId: tenant,
      actor: 'system',
      at,
      commandId: this.ids.next(),
      correlationId,
    });
    try {
      return (await this.verification.verify(tenantId, custom, metaFor, 'background')).proof;
    } catch (error) {
      if (error instanceof Rejection) return 'missing';
      throw error;
    }
  }
}
