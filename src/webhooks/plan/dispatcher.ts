import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../engine/commands/command-gateway.js';
import type { Worker } from '../../engine/effects/lease.js';
import { QueueLengths } from '../../engine/effects/queue-lengths.js';
import { RepeatedWork } from '../../engine/effects/repeated-work.js';
import { WorkerHost } from '../../engine/effects/worker-host.js';
import { CheckpointedSubscriber } from '../../engine/log/checkpointed-subscriber.js';
import type { FairQueueBounds } from '../../fairness/queue/fair-bounds.js';
import { FairRunner } from '../../fairness/queue/fair-runner.js';
import type { Recorded } from '../../kernel/event.js';
import { OUTBOUND_HTTP, type OutboundHttp } from '../../ports/delivery/outbound-http.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../ports/process/logger.js';
import { TELEMETRY, type Tracing } from '../../ports/process/tracing.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../ports/stores/operational-store.js';
import { DeletedSince } from '../../public-events/published/deleted-since.js';
import { PublicEventHistory } from '../../public-events/published/history.js';
import { type PublishedEvent, toPublishedEvent } from '../../public-events/published/published-event.js';
import { isAmong, Payloads, type PublishedPayload } from '../../public-events/published/webhook-payload.js';
import { DeliveryTurns } from '../queue/delivery-turns.js';
import type { DispatchParts } from '../queue/dispatch-parts.js';
import { TenantDispatcher } from '../queue/tenant-dispatcher.js';
import { AttemptSpans } from '../send/attempt-spans.js';
import { WebhookSender } from '../send/sender.js';
import { type Delivery, newDeliveryId, queueId } from './delivery.js';
import { DeliveryStore } from './delivery-store.js';
import { EndpointSettings, type WebhookEndpoint } from './endpoint-settings.js';
import { NewDeliveries } from './new-deliveries.js';

const NAME = 'webhooks';
/** After one of these the content of a delivery that waits may be erased. */
const ERASING: readonly string[] = [
  'MessageDeleted',
  'ParticipantErased',
  'UserErased',
  'ConversationErased',
  'ConversationRemoved',
];
const TICK_MS = 200;
const REQUESTS_PER_TICK = 100;
/** Deliveries of one transaction of the operational store. */
const BATCH = 200;
/** Pages of the operational store that are read at once, and the three lanes of a tenant that wait. */
const READS: FairQueueBounds = {
  running: { total: 4, perTenant: 1 },
  waiting: { total: 1_000_000, perTenant: 3 },
};

/** Reads of all tenants in turn. */
function pacedReads(): DispatchParts['paced'] {
  const reads = new FairRunner(READS);
  return (tenantId, read) => reads.run({ tenantId }, read);
}

/** Plans a delivery for each event that a tenant's endpoint wants, then has the tenant's dispatcher send it. */
@Injectable()
export class Dispatcher implements Worker {
  private readonly failed: (name: string, error: unknown) => void;
  private parts: DispatchParts;
  private readonly subscriber: CheckpointedSubscriber;
  private readonly dispatchers = new Map<string, TenantDispatcher>();
  private readonly deleted: DeletedSince;
  private payloads: Payloads;
  private readonly ticks: RepeatedWork;

  constructor(
    @Inject(PublicEventHistory) history: PublicEventHistory,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(DeliveryStore) private readonly deliveries: DeliveryStore,
    @Inject(EndpointSettings) private readonly endpoints: EndpointSettings,
    @Inject(OUTBOUND_HTTP) http: OutboundHttp,
    @Inject(COMMAND_GATEWAY) commands: CommandGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) ids: Ids,
    @Inject(CONFIG) { webhookRetrySeconds, effects }: Pick<Config, 'webhookRetrySeconds' | 'effects'>,
    @Inject(LOGGER) logger: Logger,
    @Inject(QueueLengths) queues: QueueLengths,
    @Inject(TELEMETRY) tracing: Tracing,
  ) {
    this.failed = WorkerHost.failed(logger);
    const spans = tracing.isOn ? new AttemptSpans(tracing, history.log) : undefined;
    const sender = new WebhookSender(http, commands, endpoints, clock, ids, webhookRetrySeconds, spans);
    const [turns, news] = [new DeliveryTurns(), new NewDeliveries()];
    queues.add('webhook', () => turns.waiting);
    const shared = { history, operations, deliveries, endpoints, sender, clock, turns, news };
    this.parts = { ...shared, paced: pacedReads(), isOff: effects === 'off', failed: this.failed };
    this.deleted = new DeletedSince(history);
    this.payloads = new Payloads(history.log, { deleted: this.deleted, links: history.links });
    const begin = () => this.begin();
    const handle = (events: readonly Recorded[]) => this.handle(events);
    this.subscriber = new CheckpointedSubscriber(history.log, operations, { name: NAME, begin, handle }, this.failed);
    this.ticks = new RepeatedWork(
      TICK_MS,
      () => this.tick(),
      (error) => this.failed(NAME, error),
    );
  }

  async start(): Promise<void> {
    this.endpoints.forget();
    // Reads of the time before `close` may still be under way.
    this.parts = { ...this.parts, paced: pacedReads() };
    for await (const tenantId of this.deliveries.queues.tenants()) {
      if (!this.dispatchers.has(tenantId)) {
        this.dispatchers.set(tenantId, new TenantDispatcher(tenantId, this.parts, true));
      }
    }
    for (const dispatcher of this.dispatchers.values()) dispatcher.pump();
    this.ticks.start();
    this.subscriber.start();
  }

  close(): void {
    this.ticks.close();
    this.subscriber.close();
    for (const dispatcher of this.dispatchers.values()) dispatcher.close();
    this.dispatchers.clear();
    this.parts.turns.clear();
    this.parts.news.clear();
  }

  /** The events that follow may be earlier than those handled before, so nothing cached holds for them. */
  private begin(): void {
    this.endpoints.forget();
    this.payloads = new Payloads(this.parts.history.log, { deleted: this.deleted, links: this.parts.history.links });
  }

  private async handle(events: readonly Recorded[]): Promise<boolean> {
    let hadEffect = false;
    let batch: PublishedPayload[] = [];
    await this.deleted.load(events);
    for (const event of events) {
      this.noticeChange(event);
      const published = toPublishedEvent(event);
      const wanted = published && this.wantedPayload(published);
      const payload = wanted instanceof Promise ? await wanted : wanted;
      if (!published || !payload) continue;
      hadEffect = true;
      batch.push({ published, payload });
      if (batch.length < BATCH) continue;
      await this.plan(batch);
      batch = [];
    }
    if (batch.length > 0) await this.plan(batch);
    return hadEffect;
  }

  private noticeChange(event: Recorded): void {
    const dispatcher = this.dispatchers.get(event.meta.tenantId);
    if (this.endpoints.apply(event)) dispatcher?.changed();
    if (ERASING.includes(event.type)) dispatcher?.forget();
  }

  /** undefined when the tenant's endpoint did not want the event at its position. Synchronous where it can be. */
  private wantedPayload(published: PublishedEvent): ReturnType<Payloads['of']> {
    const endpoint = this.endpoints.at(published.tenantId, published.event.meta.position);
    const payloadFor = ({ settings, types }: WebhookEndpoint) => {
      if (settings?.value.enabled && isAmong(types, published)) return this.payloads.of(published);
      this.payloads.advance(published);
      return undefined;
    };
    return endpoint instanceof Promise ? endpoint.then(payloadFor) : payloadFor(endpoint);
  }

  private async plan(batch: readonly PublishedPayload[]): Promise<void> {
    const planned = await Promise.all(
      batch.map(async ({ published: { tenantId, conversationId, event }, payload }) => {
        const { id: webhookId, at, position, stream, version } = event.meta;
        const place = { id: newDeliveryId(at, position), queued: queueId(conversationId, position) };
        const source = { stream, version };
        const start = { status: 'PENDING', attempts: [], earlier: 0, createdAt: at } as const;
        const delivery: Delivery = { webhookId, type: payload.type, conversationId, ...start, source };
        const { isNew, waiting } = await this.deliveries.plan(tenantId, place, delivery);
        const key = { tenantId, kind: 'webhook-delivery', id: place.id };
        const fresh = isNew
          ? { entry: { key, value: delivery, revision: 1 }, body: JSON.stringify(payload) }
          : undefined;
        return { tenantId, conversationId, waiting, fresh };
      }),
    );
    // After close() the next process sends what is planned.
    if (!this.ticks.isOpen) return;
    const touched = new Set<TenantDispatcher>();
    for (const { tenantId, conversationId, waiting, fresh } of planned) {
      const dispatcher = this.dispatcherOf(tenantId);
      touched.add(dispatcher);
      dispatcher.add(conversationId, waiting, fresh);
    }
    for (const dispatcher of touched) dispatcher.pump();
  }

  private dispatcherOf(tenantId: string): TenantDispatcher {
    const known = this.dispatchers.get(tenantId) ?? new TenantDispatcher(tenantId, this.parts, false);
    this.dispatchers.set(tenantId, known);
    return known;
  }

  private async tick(): Promise<void> {
    const requests = await this.deliveries.requests(REQUESTS_PER_TICK);
    if (!this.ticks.isOpen) return;
    for (const tenantId of requests) this.dispatcherOf(tenantId).requested();
    const now = this.clock.now();
    for (const [tenantId, dispatcher] of this.dispatchers) {
      if (dispatcher.isIdle) this.dispatchers.delete(tenantId);
      else dispatcher.tick(now);
    }
  }
}
