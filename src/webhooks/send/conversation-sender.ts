import { writePosition } from '../../catalogue/positions.js';
import { TEST_TYPE } from '../../catalogue/webhook-types.js';
import { epochMs } from '../../kernel/instant.js';
import type { Entry } from '../../ports/stores/operational-store.js';
import { payloadOf } from '../../public-events/published/webhook-payload.js';
import type { Delivery } from '../plan/delivery.js';
import { isWanted, type WebhookEndpoint } from '../plan/endpoint-settings.js';
import type { NewDelivery } from '../plan/new-deliveries.js';
import { type ConversationClock, clockAfter, countedAttempts, dueTime, restOf } from '../queue/conversation-clock.js';
import type { ConversationQueue } from '../queue/conversation-queue.js';
import type { DispatchParts } from '../queue/dispatch-parts.js';
import type { DueQueue } from '../queue/due-queue.js';
import { laneOf, type QueueStore, type Waiting } from '../queue/queue-store.js';
import type { EndpointHealth } from './endpoint-health.js';

/** `busy`: another attempt of the conversation is under way, or the tenant is suspended. */
export type SendOutcome = 'done' | 'busy';

/** Another process may change the next delivery of a conversation meanwhile. */
const ATTEMPTS = 5;

/** Sends the first delivery of a conversation, if it is due, and stores the outcome. */
export class ConversationSender {
  private closed = false;
  /** Entries of new deliveries that are older than the last rescan may have changed. */
  private rescans = 0;
  private readonly underWay = new Set<string>();
  private readonly store: QueueStore;

  constructor(
    private readonly tenantId: string,
    private readonly parts: DispatchParts,
    private readonly queues: DueQueue,
    private readonly health: EndpointHealth,
    private readonly recovered: () => void,
  ) {
    this.store = parts.deliveries.queues;
  }

  remember(fresh: Omit<NewDelivery, 'rescans'>): void {
    this.parts.news.add({ ...fresh, rescans: this.rescans });
  }

  /** New deliveries are read again before they are sent. */
  forget(): void {
    this.rescans++;
  }

  close(): void {
    this.closed = true;
  }

  /** @param end gives the place back: another conversation may send while the outcome is kept */
  async sendFirst(queue: ConversationQueue, end: () => void): Promise<SendOutcome> {
    if ((await this.parts.endpoints.of(this.tenantId)).isResting) return 'busy';
    const first = await this.queues.head(queue);
    if (!first) return 'done';
    const fresh = this.parts.news.take(this.tenantId, first.id);
    const isCurrent = fresh?.rescans === this.rescans;
    const entry = isCurrent ? fresh.entry : await this.parts.deliveries.get(this.tenantId, first.id);
    if (entry?.value.status !== 'PENDING') return this.skip(queue, first);
    await this.health.load();
    const endpoint = await this.parts.endpoints.of(this.tenantId);
    const cancelled = { ...entry.value, status: 'CANCELLED' } as const;
    if (this.parts.isOff || !isWanted(endpoint, entry.value.type)) return this.settle(queue, first, entry, cancelled);
    const { dueMs, isWoken } = dueTime(entry.value, endpoint, this.health.recoveredAt);
    if (dueMs > epochMs(this.parts.clock.now()) && !queue.byHand) return this.rest(queue, first, entry.value);
    const body = (isCurrent ? fresh.body : undefined) ?? (await this.bodyOf(first.id, entry.value));
    if (body === undefined) return this.settle(queue, first, entry, cancelled);
    const conversation = entry.value.conversationId ?? queue.conversation;
    if (this.underWay.has(conversation)) return 'busy';
    if (this.closed) return 'done';
    this.underWay.add(conversation);
    queue.byHand = false;
    const tried: Delivery = isWoken ? { ...entry.value, wasWoken: true } : entry.value;
    try {
      const after = await this.attempt(queue, first, tried, endpoint, body);
      if (this.closed && after.status !== 'DELIVERED') return 'done';
      await this.heard(after, endpoint);
      end();
      return await this.settle(queue, first, entry, after);
    } finally {
      this.underWay.delete(conversation);
    }
  }

  private attempt(
    { clock }: ConversationQueue,
    { id }: Waiting,
    delivery: Delivery,
    endpoint: WebhookEndpoint,
    body: string,
  ): Promise<Delivery> {
    const counted = countedAttempts(clock, delivery);
    return this.parts.sender.attempt(this.tenantId, { id, delivery, counted }, endpoint, body);
  }

  /** Updates the health of the endpoint. A failed test does not count: the receiver may not exist yet. */
  private async heard({ webhookId, type, attempts }: Delivery, endpoint: WebhookEndpoint): Promise<void> {
    const last = attempts.at(-1);
    if (!last) return;
    if (last.error === undefined) {
      if (await this.health.succeeded(this.parts.clock.now())) this.recovered();
    } else if (type !== TEST_TYPE) {
      const isGivenUp = await this.health.failed(last.at, endpoint.settings?.updatedAt);
      if (isGivenUp) await this.parts.sender.disable(this.tenantId, endpoint, 'failing', webhookId);
    }
  }

  private async settle(
    queue: ConversationQueue,
    first: Waiting,
    entry: Entry<Delivery>,
    next: Delivery,
  ): Promise<SendOutcome> {
    if (next.status === 'PENDING') return this.keepPending(queue, first, entry, next);
    const { clock } = queue;
    queue.clock = clockAfter(clock, next);
    await this.passOn(queue, first, next.status === 'FAILED' ? queue.clock : []);
    const [saved] = await Promise.all([this.save(first, entry, next), this.done(queue, first)]);
    if (saved) return 'done';
    queue.clock = clock;
    this.queues.readAgain(queue);
    const again = (await this.store.add(this.tenantId, first)) ?? first;
    return this.settleChanged(queue, again, entry.value, next);
  }

  private async keepPending(
    queue: ConversationQueue,
    first: Waiting,
    entry: Entry<Delivery>,
    next: Delivery,
  ): Promise<SendOutcome> {
    if (!(await this.save(first, entry, next))) return this.settleChanged(queue, first, entry.value, next);
    const endpoint = await this.parts.endpoints.of(this.tenantId);
    const { dueMs } = dueTime(next, endpoint, this.health.recoveredAt);
    return dueMs > epochMs(this.parts.clock.now()) ? this.rest(queue, first, next) : 'done';
  }

  /** The delivery was retried by hand or sent by another process meanwhile: all attempts are kept, and so is the better outcome. */
  private async settleChanged(
    queue: ConversationQueue,
    first: Waiting,
    before: Delivery,
    next: Delivery,
  ): Promise<SendOutcome> {
    const now = await this.parts.deliveries.get(this.tenantId, first.id);
    if (!now) return this.skip(queue, first);
    const attempts = [...now.value.attempts, ...next.attempts.slice(before.attempts.length)];
    const hasEnded = now.value.status !== 'PENDING';
    const isRenewed = now.value.renewedAt !== before.renewedAt;
    const outcome = next.status !== 'DELIVERED' && (hasEnded || isRenewed) ? now.value : next;
    return this.settle(queue, first, now, { ...outcome, attempts, earlier: now.value.earlier });
  }

  private save({ id }: Waiting, { revision }: Entry<Delivery>, next: Delivery): Promise<boolean> {
    return this.parts.deliveries.save(this.tenantId, id, settled(next), revision);
  }

  /** The conversation leaves the memory until the next attempt. */
  private async rest(queue: ConversationQueue, first: Waiting, delivery: Delivery): Promise<SendOutcome> {
    const { nextAttemptAt: due } = delivery;
    const rest = restOf(delivery);
    if (due === undefined || !rest) return 'done';
    const { clock, conversation } = queue;
    const lane = laneOf(conversation);
    const waiting = { ...first, rest, byHand: undefined, clock: clock.length > 0 ? clock : undefined };
    const isThere = first.lane === lane && first.due === due;
    const resting = isThere ? first : await this.store.move(this.tenantId, waiting, { lane, due });
    if (resting) this.queues.rest(queue, resting, epochMs(due));
    else this.queues.readAgain(queue);
    return 'done';
  }

  /**
   * Makes the next delivery of the conversation due and gives it the clock. This comes before the first one ends, because
   * another process may send the next one after that.
   */
  private async passOn(queue: ConversationQueue, first: Waiting, clock: ConversationClock): Promise<void> {
    const read = async () =>
      (await this.store.next(this.tenantId, queue.conversation, 2)).find(({ queued }) => queued > first.queued);
    let next = queue.waiting[1] ?? (queue.hasMore ? await read() : undefined);
    for (let attempt = 0; next && attempt < ATTEMPTS; attempt++, next = await read()) {
      const isBehind = next.lane === undefined || next.lane === 'behind';
      if (!isBehind && clock.length === 0) return;
      const { lane, due } = next;
      const dueNow = { lane: laneOf(queue.conversation), due: this.parts.clock.now() };
      const at = isBehind || !lane || !due ? dueNow : { lane, due };
      const moved = await this.store.move(this.tenantId, clock.length > 0 ? { ...next, clock } : next, at);
      if (!moved) continue;
      queue.waiting = queue.waiting.map((each) => (each.queued === moved.queued ? moved : each));
      return;
    }
  }

  private async skip(queue: ConversationQueue, first: Waiting): Promise<SendOutcome> {
    await this.passOn(queue, first, []);
    return this.done(queue, first);
  }

  private async done(queue: ConversationQueue, { queued }: Waiting): Promise<SendOutcome> {
    queue.waiting = queue.waiting.filter((each) => each.queued !== queued);
    queue.ready.delete(queued);
    await this.store.remove(this.tenantId, queued);
    return 'done';
  }

  /** Undefined where the log was put back and has another event there. */
  private async bodyOf(id: string, { type, createdAt, source, webhookId }: Delivery): Promise<string | undefined> {
    const { history } = this.parts;
    if (type === TEST_TYPE) {
      const position = writePosition(await history.log.head());
      return JSON.stringify({ type, timestamp: createdAt, position, data: { delivery_id: id } });
    }
    const payload = source && (await payloadOf(history, source.stream, source.version, webhookId));
    return payload && JSON.stringify(payload);
  }
}

function settled(delivery: Delivery): Delivery {
  if (delivery.status === 'PENDING') return delivery;
  const { nextAttemptAt: _, ...rest } = delivery;
  return rest;
}
