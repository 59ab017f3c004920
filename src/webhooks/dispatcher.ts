import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../engine/commands/command-gateway.js';
import type { Worker } from '../engine/effects/lease.js';
import { WorkerHost } from '../engine/effects/worker-host.js';
import { EventLog } from '../engine/log/event-log.js';
import { type Subscription, subscribe } from '../engine/log/subscription.js';
import { SubscriptionCheckpoint } from '../engine/log/subscription-checkpoint.js';
import type { Recorded } from '../kernel/event.js';
import { CLOCK, type Clock, IDS, type Ids } from '../ports/clock.js';
import { LOGGER, type Logger } from '../ports/logger.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../ports/operational-store.js';
import { OUTBOUND_HTTP, type OutboundHttp } from '../ports/outbound-http.js';
import { type PublishedEvent, toPublishedEvent } from '../public-events/published-event.js';
import { isAmong, type Payload, Payloads } from '../public-events/webhook-payload.js';
import { type Delivery, newDeliveryId, queueId } from './delivery.js';
import { DeliveryStore } from './delivery-store.js';
import { EndpointSettings } from './endpoint-settings.js';
import { WebhookSender } from './sender.js';
import { TenantDispatcher, type TenantDispatcherParts } from './tenant-dispatcher.js';

const NAME = 'webhooks';
const TICK_MS = 200;
const ASKED_AT_ONCE = 100;
/** What is planned together is one transaction of the ledger. */
const PLANNED_AT_ONCE = 200;
/** So many events that nobody is told of are read again after a start, rather than noted one by one. */
const PASSED_UNNOTED = 1_000;

interface PlannedDelivery {
  readonly told: PublishedEvent;
  readonly payload: Payload;
}

/** Follows the log, writes down what is owed to which endpoint, and has it delivered, lane by lane. */
@Injectable()
export class Dispatcher implements Worker {
  private readonly failed: (name: string, error: unknown) => void;
  private readonly parts: TenantDispatcherParts;
  private readonly lanes = new Map<string, TenantDispatcher>();
  private readonly marked = new Set<string>();
  private place: SubscriptionCheckpoint;
  private payloads: Payloads;
  private unnoted = 0;
  private subscription: Subscription | undefined;
  private ticking: NodeJS.Timeout | undefined;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(DeliveryStore) private readonly deliveries: DeliveryStore,
    @Inject(EndpointSettings) private readonly endpoints: EndpointSettings,
    @Inject(OUTBOUND_HTTP) http: OutboundHttp,
    @Inject(COMMAND_GATEWAY) commands: CommandGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) ids: Ids,
    @Inject(CONFIG) { webhookRetrySeconds }: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.failed = WorkerHost.failed(logger);
    const sender = new WebhookSender(http, commands, endpoints, clock, ids, webhookRetrySeconds);
    this.parts = { log, deliveries, endpoints, sender, clock, failed: this.failed };
    this.place = new SubscriptionCheckpoint(log, operations, NAME);
    this.payloads = new Payloads(log);
  }

  async start(): Promise<void> {
    this.place = new SubscriptionCheckpoint(this.log, this.operations, NAME);
    this.endpoints.forget();
    for await (const tenantId of this.deliveries.marked()) {
      this.marked.add(tenantId);
      this.lanes.set(tenantId, new TenantDispatcher(tenantId, this.parts, true));
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
    let planned: PlannedDelivery[] = [];
    let anything = false;
    for (const event of events) {
      if (this.endpoints.apply(event)) this.lanes.get(event.meta.tenantId)?.rescan();
      const told = toPublishedEvent(event);
      const one = told && this.planned(told);
      const found = one instanceof Promise ? await one : one;
      if (!found) continue;
      anything = true;
      planned.push(found);
      if (planned.length < PLANNED_AT_ONCE) continue;
      await this.plan(planned);
      planned = [];
    }
    if (planned.length > 0) await this.plan(planned);
    const last = events.at(-1);
    this.unnoted += events.length;
    if (!last || !(anything || this.unnoted >= PASSED_UNNOTED)) return;
    this.unnoted = 0;
    await this.place.reached(last);
  }

  private planned(told: PublishedEvent): PlannedDelivery | undefined | Promise<PlannedDelivery | undefined> {
    const endpoint = this.endpoints.at(told.tenantId, told.event.meta.position);
    const judge = ({ settings, types }: Awaited<typeof endpoint>) => {
      if (settings?.value.enabled && isAmong(types, told)) return this.told(told);
      this.payloads.pass(told);
      return undefined;
    };
    return endpoint instanceof Promise ? endpoint.then(judge) : judge(endpoint);
  }

  private told(told: PublishedEvent): PlannedDelivery | undefined | Promise<PlannedDelivery | undefined> {
    const payload = this.payloads.of(told);
    if (payload instanceof Promise) return payload.then((made) => made && { told, payload: made });
    return payload && { told, payload };
  }

  private async plan(deliveries: readonly PlannedDelivery[]): Promise<void> {
    const tenants = new Set(
      deliveries.map(({ told }) => told.tenantId).filter((tenantId) => !this.marked.has(tenantId)),
    );
    const marks = [...tenants].map((tenantId) => this.deliveries.mark(tenantId));
    const planned = deliveries.map(({ told, payload }) => {
      const { tenantId, conversationId, event } = told;
      const { id: webhookId, at, position, stream, version } = event.meta;
      const waiting = { id: newDeliveryId(at, position), queued: queueId(conversationId, position) };
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
    const touched = new Set<TenantDispatcher>();
    for (const { tenantId, conversationId, waiting, delivery, payload, isNew } of planned) {
      const lane = this.laneOf(tenantId);
      touched.add(lane);
      const key = { tenantId, kind: 'webhook-delivery', id: waiting.id };
      const fresh = { entry: { key, value: delivery, revision: 1 }, body: JSON.stringify(payload) };
      lane.add(conversationId, (await isNew) ? { ...waiting, ...fresh } : waiting);
    }
    for (const lane of touched) lane.pump();
  }

  private laneOf(tenantId: string): TenantDispatcher {
    const known = this.lanes.get(tenantId) ?? new TenantDispatcher(tenantId, this.parts, false);
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
    const asked = await this.deliveries.pendingRescans(ASKED_AT_ONCE);
    if (!this.ticking) return;
    for (const tenantId of asked) this.laneOf(tenantId).rescan();
    const now = this.clock.now();
    for (const [tenantId, lane] of this.lanes) {
      if (lane.isIdle) this.lanes.delete(tenantId);
      else lane.tick(now);
    }
  }
}
