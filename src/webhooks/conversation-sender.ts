import { writePosition } from '../catalogue/positions.js';
import { TEST_TYPE } from '../catalogue/webhook-types.js';
import { epochMs, instant } from '../kernel/instant.js';
import type { Entry } from '../ports/stores/operational-store.js';
import { payloadOf } from '../public-events/published/webhook-payload.js';
import { clockAfter, countedAttempts, dueTime } from './conversation-clock.js';
import type { ConversationQueue } from './conversation-queue.js';
import type { Delivery } from './delivery.js';
import type { Waiting } from './delivery-store.js';
import type { DispatchParts } from './dispatch-parts.js';
import type { DueQueue } from './due-queue.js';
import type { EndpointHealth } from './endpoint-health.js';
import { isWanted, type WebhookEndpoint } from './endpoint-settings.js';
import type { NewDelivery } from './new-deliveries.js';
import { laneOf, restingHead } from './resting-head.js';

/** `busy`: another attempt of the conversation is under way. */
export type SendOutcome = 'done' | 'busy';

/** Sends the first delivery of a conversation, if it is due, and keeps what came of it. */
export class ConversationSender {
  private closed = false;
  /** Entries of new deliveries that are older than the last rescan may have changed. */
  private rescans = 0;
  private readonly underWay = new Set<string>();

  constructor(
    private readonly tenantId: string,
    private readonly parts: DispatchParts,
    private readonly queues: DueQueue,
    private readonly health: EndpointHealth,
    private readonly recovered: () => void,
  ) {}

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
    const first = await this.queues.head(queue);
    if (!first) return 'done';
    const fresh = this.parts.news.take(this.tenantId, first.id);
    const isCurrent = fresh?.rescans === this.rescans;
    const entry = isCurrent ? fresh.entry : await this.parts.deliveries.get(this.tenantId, first.id);
    if (entry?.value.status !== 'PENDING') return this.done(queue, first);
    await this.health.load();
    const endpoint = await this.parts.endpoints.of(this.tenantId);
    const cancelled = { ...entry.value, status: 'CANCELLED' } as const;
    if (!isWanted(endpoint, entry.value.type)) return this.settle(queue, first, entry, cancelled);
    const { dueMs, isWoken } = dueTime(entry.value, endpoint, this.health.recoveredAt);
    if (dueMs > epochMs(this.parts.clock.now()) && !queue.isAsked) return this.rest(queue, first, entry.value);
    const body = (isCurrent ? fresh.body : undefined) ?? (await this.bodyOf(first.id, entry.value));
    if (body === undefined) return this.settle(queue, first, entry, cancelled);
    const conversation = entry.value.conversationId ?? queue.conversation;
    if (this.underWay.has(conversation)) return 'busy';
    if (this.closed) return 'done';
    this.underWay.add(conversation);
    queue.isAsked = false;
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
    if (next.status === 'FAILED' && queue.clock.length > 0) await this.passClockOn(queue, first);
    const [saved] = await Promise.all([this.save(first, entry, next), this.done(queue, first)]);
    if (saved) return 'done';
    queue.clock = clock;
    return this.settleAnew(queue, first, entry.value, next);
  }

  private async keepPending(
    queue: ConversationQueue,
    first: Waiting,
    entry: Entry<Delivery>,
    next: Delivery,
  ): Promise<SendOutcome> {
    if (!(await this.save(first, entry, next))) return this.settleAnew(queue, first, entry.value, next);
    const endpoint = await this.parts.endpoints.of(this.tenantId);
    const { dueMs } = dueTime(next, endpoint, this.health.recoveredAt);
    return dueMs > epochMs(this.parts.clock.now()) ? this.rest(queue, first, next) : 'done';
  }

  /** The delivery was retried by hand or sent by another process meanwhile: all attempts are kept, and so is the better outcome. */
  private async settleAnew(
    queue: ConversationQueue,
    first: Waiting,
    before: Delivery,
    next: Delivery,
  ): Promise<SendOutcome> {
    const now = await this.parts.deliveries.get(this.tenantId, first.id);
    if (!now) return this.done(queue, first);
    const attempts = [...now.value.attempts, ...next.attempts.slice(before.attempts.length)];
    const hasEnded = now.value.status !== 'PENDING';
    const isRenewed = now.value.renewedAt !== before.renewedAt;
    const outcome = next.status !== 'DELIVERED' && (hasEnded || isRenewed) ? now.value : next;
    return this.settle(queue, first, now, { ...outcome, attempts, earlier: now.value.earlier });
  }

  private save({ id }: Waiting, { revision }: Entry<Delivery>, next: Delivery): Promise<boolean> {
    return this.parts.deliveries.save(this.tenantId, id, settled(next), revision);
  }

  /** The conversation leaves the memory until the next attempt. The head is there before the delivery names it. */
  private async rest(queue: ConversationQueue, first: Waiting, delivery: Delivery): Promise<SendOutcome> {
    const { nextAttemptAt: due, attempts } = delivery;
    if (due === undefined) return 'done';
    const { deliveries } = this.parts;
    const { conversation, clock } = queue;
    const value = restingHead(delivery, attempts.at(-1)?.at ?? instant(0));
    const head = await deliveries.heads.put(this.tenantId, laneOf(conversation), conversation, { value, due });
    if (first.head !== head) {
      const { queued, id } = first;
      await deliveries.queue(this.tenantId, { queued, id, head, ...(clock.length > 0 && { clock }) });
    }
    this.queues.rest(queue, head, epochMs(due));
    return 'done';
  }

  /** Kept for the next delivery of the conversation before its turn, which may come in another process. */
  private async passClockOn({ conversation, waiting, clock }: ConversationQueue, first: Waiting): Promise<void> {
    const { deliveries } = this.parts;
    const known = waiting[1] ?? (await deliveries.next(this.tenantId, conversation, 2))[1];
    if (known && known.queued !== first.queued) await deliveries.queue(this.tenantId, { ...known, clock });
  }

  private async done(queue: ConversationQueue, { queued }: Waiting): Promise<SendOutcome> {
    queue.waiting = queue.waiting.filter((each) => each.queued !== queued);
    await this.parts.deliveries.dequeue(this.tenantId, queued);
    return 'done';
  }

  private async bodyOf(id: string, { type, createdAt, source }: Delivery): Promise<string | undefined> {
    const { history } = this.parts;
    if (type === TEST_TYPE) {
      const position = writePosition(await history.log.head());
      return JSON.stringify({ type, timestamp: createdAt, position, data: { delivery_id: id } });
    }
    const payload = source && (await payloadOf(history, source.stream, source.version));
    return payload && JSON.stringify(payload);
  }
}

function settled(delivery: Delivery): Delivery {
  if (delivery.status === 'PENDING') return delivery;
  const { nextAttemptAt: _, ...rest } = delivery;
  return rest;
}
