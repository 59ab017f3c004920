import { TEST_TYPE } from '../catalogue/webhook-types.js';
import { writePosition } from '../http/fields/positions.js';
import { epochMs, type Instant } from '../kernel/instant.js';
import type { Clock } from '../ports/clock.js';
import type { Entry } from '../ports/operational-store.js';
import type { PublicEventHistory } from '../public-events/history.js';
import { payloadOf } from '../public-events/webhook-payload.js';
import { type Delivery, isTestQueue } from './delivery.js';
import type { DeliveryStore, Waiting } from './delivery-store.js';
import type { DeliveryTurns, DueConversation } from './delivery-turns.js';
import { type ConversationQueue, DueQueue } from './due-queue.js';
import type { EndpointSettings, WebhookEndpoint } from './endpoint-settings.js';
import type { NewDeliveries, NewDelivery } from './new-deliveries.js';
import type { WebhookSender } from './sender.js';

const PAUSE_AFTER_FAILURE_MS = 1_000;

export interface TenantDispatcherParts {
  readonly history: PublicEventHistory;
  readonly deliveries: DeliveryStore;
  readonly endpoints: EndpointSettings;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly turns: DeliveryTurns;
  readonly news: NewDeliveries;
  readonly failed: (name: string, error: unknown) => void;
}

/**
 * Sends the deliveries of one tenant: those of a conversation one after the other, and while one waits for its next
 * attempt the later ones of its conversation wait behind it.
 */
export class TenantDispatcher {
  private readonly queues: DueQueue;
  private sending = 0;
  private closed = false;
  private isFailing = false;
  /** When the endpoint answered again after failures. */
  private recoveredAt: Instant | undefined;
  /** Entries of new deliveries that are older than the last rescan may have changed. */
  private rescans = 0;

  constructor(
    private readonly tenantId: string,
    private readonly parts: TenantDispatcherParts,
    /** False where the operational store has nothing of the tenant. */
    unread: boolean,
  ) {
    this.queues = new DueQueue(tenantId, parts.deliveries, (queue) => this.ready(queue), unread);
  }
  get isIdle(): boolean {
    return this.sending === 0 && this.queues.isEmpty;
  }

  /** A new delivery, already in the operational store. `fresh` spares reading it again. */
  add(conversation: string, waiting: Waiting, fresh?: Omit<NewDelivery, 'rescans'>): void {
    const isKept = this.queues.add(conversation, waiting);
    if (isKept && fresh) this.parts.news.add({ ...fresh, rescans: this.rescans });
  }

  /** Reads the operational store and the endpoint again, because either may have changed. */
  rescan(): void {
    this.rescans++;
    this.queues.rescan();
    this.pump();
  }

  tick(now: Instant): void {
    if (this.queues.wake(epochMs(now))) this.pump();
  }

  close(): void {
    this.closed = true;
  }

  pump(): void {
    this.parts.turns.give();
    if (this.closed || !this.queues.mayHaveMore) return;
    this.queues
      .fill()
      .then((found) => found && this.pump())
      .catch((error) => this.failed(error));
  }

  private ready(queue: ConversationQueue): void {
    if (this.closed) return;
    const due: DueConversation = {
      tenantId: this.tenantId,
      priority: isTestQueue(queue.conversation) ? 'interactive' : 'background',
      send: () => void this.send(queue, due),
      postpone: () => this.postpone(queue),
    };
    this.parts.turns.add(due);
  }

  private postpone(queue: ConversationQueue): void {
    queue.notBeforeMs = epochMs(this.parts.clock.now()) + PAUSE_AFTER_FAILURE_MS;
    this.queues.giveBack(queue);
  }

  private async send(queue: ConversationQueue, due: DueConversation): Promise<void> {
    this.sending++;
    let hasPlace = true;
    const end = () => {
      if (hasPlace) this.sending--;
      hasPlace = false;
      this.parts.turns.end(due);
    };
    try {
      await this.sendHead(queue, end);
      this.queues.giveBack(queue);
    } catch (error) {
      this.failed(error);
      queue.hasMore = true;
      queue.waiting = [];
      this.postpone(queue);
    }
    end();
    this.pump();
  }

  /** An error after `close` is no failure: the next process sends what is left. */
  private failed(error: unknown): void {
    if (!this.closed) this.parts.failed('webhooks', error);
  }

  /**
   * Sends the first delivery of a conversation, if it is due.
   * @param end gives the place back: another conversation may send while the outcome is kept
   */
  private async sendHead(queue: ConversationQueue, end: () => void): Promise<void> {
    const head = await this.queues.head(queue);
    if (!head) return;
    const fresh = this.parts.news.take(this.tenantId, head.id);
    const isCurrent = fresh?.rescans === this.rescans;
    const entry = isCurrent ? fresh.entry : await this.parts.deliveries.get(this.tenantId, head.id);
    if (entry?.value.status !== 'PENDING') return this.done(queue, head);
    const endpoint = await this.parts.endpoints.of(this.tenantId);
    if (!isWanted(endpoint, entry.value))
      return this.settle(queue, head, entry, { ...entry.value, status: 'CANCELLED' });
    const now = this.parts.clock.now();
    const { dueMs, isWoken } = this.due(entry.value, endpoint);
    queue.notBeforeMs = dueMs > epochMs(now) ? dueMs : 0;
    if (queue.notBeforeMs > 0) return;
    const made = queue.hasRested ? undefined : fresh?.body;
    const body = made ?? (await this.bodyOf(head.id, entry.value));
    if (body === undefined) return this.settle(queue, head, entry, { ...entry.value, status: 'CANCELLED' });
    if (this.closed) return;
    const tried: Delivery = isWoken ? { ...entry.value, wasWoken: true } : entry.value;
    const after = await this.parts.sender.attempt(this.tenantId, head.id, tried, endpoint, body);
    this.heard(after, now);
    end();
    this.pump();
    if (this.closed && after.status !== 'DELIVERED') return;
    await this.settle(queue, head, entry, after);
  }

  /** A change of the settings makes all due, the first success after failures all but those that a receiver held back. */
  private due({ nextAttemptAt, heldUntil, wasWoken, attempts }: Delivery, { settings }: WebhookEndpoint) {
    const last = attempts.at(-1)?.at;
    if (nextAttemptAt === undefined || last === undefined) return { dueMs: 0, isWoken: false };
    if (settings && settings.updatedAt > last) return { dueMs: 0, isWoken: false };
    const isWoken = !wasWoken && this.recoveredAt !== undefined && this.recoveredAt > last;
    if (!isWoken) return { dueMs: epochMs(nextAttemptAt), isWoken };
    return { dueMs: heldUntil === undefined ? 0 : epochMs(heldUntil), isWoken };
  }

  /** Notices the first success after failures and wakes what rests. */
  private heard({ status, attempts }: Delivery, now: Instant): void {
    if (status !== 'DELIVERED') this.isFailing ||= attempts.length > 0;
    else if (this.isFailing) {
      this.isFailing = false;
      this.recoveredAt = now;
      this.queues.wakeAll();
    }
  }

  private async settle(queue: ConversationQueue, head: Waiting, entry: Entry<Delivery>, next: Delivery): Promise<void> {
    const isOver = next.status !== 'PENDING';
    const [saved] = await Promise.all([
      this.parts.deliveries.save(this.tenantId, head.id, settled(next), entry.revision),
      isOver && this.done(queue, head),
    ]);
    if (!saved) return this.settleAnew(queue, head, entry.value, next);
    if (isOver) return;
    queue.notBeforeMs = next.nextAttemptAt === undefined ? 0 : epochMs(next.nextAttemptAt);
  }

  /** The delivery was retried by hand meanwhile: both the attempt and the retry are kept. */
  private async settleAnew(queue: ConversationQueue, head: Waiting, before: Delivery, next: Delivery): Promise<void> {
    const now = await this.parts.deliveries.get(this.tenantId, head.id);
    if (!now) return this.done(queue, head);
    const attempts = [...now.value.attempts, ...next.attempts.slice(before.attempts.length)];
    await this.settle(queue, head, now, { ...next, attempts, earlier: now.value.earlier });
  }

  private async done(queue: ConversationQueue, { queued }: Waiting): Promise<void> {
    queue.waiting = queue.waiting.filter((each) => each.queued !== queued);
    await this.parts.deliveries.dequeue(this.tenantId, queued);
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

const isWanted = ({ settings, types }: WebhookEndpoint, { type }: Delivery): boolean =>
  settings?.value.enabled === true && (type === TEST_TYPE || types.has(type));

function settled(delivery: Delivery): Delivery {
  if (delivery.status === 'PENDING') return delivery;
  const { nextAttemptAt: _, ...rest } = delivery;
  return rest;
}
