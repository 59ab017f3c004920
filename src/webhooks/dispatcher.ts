import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { CommandRunner } from '../engine/commands/command-runner.js';
import { Effects } from '../engine/effects/effect-workers.js';
import { EventLog } from '../engine/log/event-log.js';
import type { Part } from '../engine/effects/lease.js';
import { LogPlace } from '../engine/log/subscription-checkpoint.js';
import { Machine } from '../engine/effects/worker-host.js';
import { type Subscription, subscribe } from '../engine/log/subscription.js';
import type { Recorded } from '../kernel/event.js';
import { CLOCK, type Clock, IDS, type Ids } from '../ports/clock.js';
import { HTTP_OUT, type HttpOut } from '../ports/outbound-http.js';
import { LEDGER, type Ledger } from '../ports/operational-store.js';
import { LOGGER, type Logger } from '../ports/logger.js';
import { type Told, toldOf } from '../public-events/published-event.js';
import { Deliveries } from './delivery-store.js';
import { Lane, type LaneParts } from './tenant-dispatcher.js';
import { type Payload, Payloads, typeOf } from '../public-events/webhook-payload.js';
import { Policies } from './endpoint-settings.js';
import { Sender } from './sender.js';
import { type Delivery, deliveryIdOf, queueId } from './delivery.js';

const NAME = 'webhooks';
const TICK_MS = 200;
const ASKED_AT_ONCE = 100;
/** What is planned together is one transaction of the ledger. */
const PLANNED_AT_ONCE = 200;
/** So many events that nobody is told of are read again after a start, rather than noted one by one. */
const PASSED_UNNOTED = 1_000;

interface Owed {
  readonly told: Told;
  readonly payload: Payload;
}

/** Follows the log, writes down what is owed to which endpoint, and has it delivered, lane by lane. */
@Injectable()
export class Dispatcher implements Part {
  private readonly failed: (name: string, error: unknown) => void;
  private readonly parts: LaneParts;
  private readonly lanes = new Map<string, Lane>();
  private readonly marked = new Set<string>();
  private place: LogPlace;
  private payloads: Payloads;
  private unnoted = 0;
  private subscription: Subscription | undefined;
  private ticking: NodeJS.Timeout | undefined;

  constructor(
    @Inject(Effects) effects: Effects,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(LEDGER) private readonly ledger: Ledger,
    @Inject(Deliveries) private readonly deliveries: Deliveries,
    @Inject(Policies) private readonly policies: Policies,
    @Inject(HTTP_OUT) http: HttpOut,
    @Inject(CommandRunner) runner: CommandRunner,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) ids: Ids,
    @Inject(CONFIG) { webhookRetrySeconds }: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.failed = Machine.failed(logger);
    const sender = new Sender(http, runner, policies, clock, ids, webhookRetrySeconds);
    this.parts = { log, deliveries, policies, sender, clock, failed: this.failed };
    this.place = new LogPlace(log, ledger, NAME);
    this.payloads = new Payloads(log);
    effects.add(this);
  }

  async start(): Promise<void> {
    this.place = new LogPlace(this.log, this.ledger, NAME);
    this.policies.forget();
    for await (const tenantId of this.deliveries.marked()) {
      this.marked.add(tenantId);
      this.lanes.set(tenantId, new Lane(tenantId, this.parts, true));
    }
    for (const lane of this.lanes.values()) lane.pump();
    const subscriber = {
      name: NAME,
      from: () => this.from(),
      handle: (events: readonly Recorded[]) => this.handle(events),
    };
    this.schedule();
    this.subscription = subscribe(this.log, subscriber, this.failed);
  }

  close(): void {
    clearTimeout(this.ticking);
    this.ticking = undefined;
    this.subscription?.close();
    for (const lane of this.lanes.values()) lane.close();
    this.lanes.clear();
    this.marked.clear();
  }

  private from(): Promise<number> {
    this.payloads = new Payloads(this.log);
    return this.place.position();
  }

  private async handle(events: readonly Recorded[]): Promise<void> {
    let owed: Owed[] = [];
    let anything = false;
    for (const event of events) {
      if (this.policies.apply(event)) this.lanes.get(event.meta.tenantId)?.look();
      const told = toldOf(event);
      const one = told && this.owed(told);
      const found = one instanceof Promise ? await one : one;
      if (!found) continue;
      anything = true;
      owed.push(found);
      if (owed.length < PLANNED_AT_ONCE) continue;
      await this.plan(owed);
      owed = [];
    }
    if (owed.length > 0) await this.plan(owed);
    const last = events.at(-1);
    this.unnoted += events.length;
    if (!last || !(anything || this.unnoted >= PASSED_UNNOTED)) return;
    this.unnoted = 0;
    await this.place.reached(last);
  }

  private owed(told: Told): Owed | undefined | Promise<Owed | undefined> {
    const policy = this.policies.at(told.tenantId, told.event.meta.position);
    const judge = ({ settings, types }: Awaited<typeof policy>) => {
      if (settings?.value.enabled && types.has(typeOf(told))) return this.told(told);
      this.payloads.pass(told);
      return undefined;
    };
    return policy instanceof Promise ? policy.then(judge) : judge(policy);
  }

  private told(told: Told): Owed | undefined | Promise<Owed | undefined> {
    const payload = this.payloads.of(told);
    if (payload instanceof Promise) return payload.then((made) => made && { told, payload: made });
    return payload && { told, payload };
  }

  private async plan(owed: readonly Owed[]): Promise<void> {
    const tenants = new Set(owed.map(({ told }) => told.tenantId).filter((tenantId) => !this.marked.has(tenantId)));
    const marks = [...tenants].map((tenantId) => this.deliveries.mark(tenantId));
    const planned = owed.map(({ told, payload }) => {
      const { tenantId, conversationId, event } = told;
      const { id: webhookId, at, position, stream, version } = event.meta;
      const waiting = { id: deliveryIdOf(at, position), queued: queueId(conversationId, position) };
      const source = { stream, version };
      const start = { status: 'PENDING', attempts: [], earlier: 0, createdAt: at } as const;
      const delivery: Delivery = { webhookId, type: payload.type, conversationId, ...start, source };
      return {
        tenantId,
        conversationId,
        waiting,
        delivery,
        payload,
        isNew: this.deliveries.plan(tenantId, waiting, delivery),
      };
    });
    await Promise.all([...marks, ...planned.map(({ isNew }) => isNew)]);
    // What is planned is delivered by whoever comes next, once this one is closed.
    if (!this.ticking) return;
    for (const tenantId of tenants) this.marked.add(tenantId);
    const touched = new Set<Lane>();
    for (const { tenantId, conversationId, waiting, delivery, payload, isNew } of planned) {
      const lane = this.laneOf(tenantId);
      touched.add(lane);
      const key = { tenantId, kind: 'webhook-delivery', id: waiting.id };
      const fresh = { entry: { key, value: delivery, revision: 1 }, body: JSON.stringify(payload) };
      lane.add(conversationId, (await isNew) ? { ...waiting, ...fresh } : waiting);
    }
    for (const lane of touched) lane.pump();
  }

  private laneOf(tenantId: string): Lane {
    const known = this.lanes.get(tenantId) ?? new Lane(tenantId, this.parts, false);
    this.lanes.set(tenantId, known);
    return known;
  }

  private schedule(): void {
    this.ticking = setTimeout(async () => {
      try {
        await this.tick();
      } catch (error) {
        if (this.ticking) this.failed(NAME, error);
      }
      if (this.ticking) this.schedule();
    }, TICK_MS);
  }

  private async tick(): Promise<void> {
    const asked = await this.deliveries.asked(ASKED_AT_ONCE);
    if (!this.ticking) return;
    for (const tenantId of asked) this.laneOf(tenantId).look();
    const now = this.clock.now();
    for (const [tenantId, lane] of this.lanes) {
      if (lane.isIdle) this.lanes.delete(tenantId);
      else lane.tick(now);
    }
  }
}
