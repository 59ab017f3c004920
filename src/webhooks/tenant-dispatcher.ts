import { TEST_TYPE } from '../catalogue/webhook-types.js';
import { writePosition } from '../http/fields/positions.js';
import { epochMs, type Instant } from '../kernel/instant.js';
import type { Clock } from '../ports/clock.js';
import type { Entry } from '../ports/operational-store.js';
import type { PublicEventHistory } from '../public-events/history.js';
import { payloadOf } from '../public-events/webhook-payload.js';
import type { Delivery } from './delivery.js';
import type { DeliveryStore, Waiting } from './delivery-store.js';
import { DueQueue, type Queue, type Upcoming } from './due-queue.js';
import type { EndpointSettings, WebhookEndpoint } from './endpoint-settings.js';
import type { WebhookSender } from './sender.js';

const AT_ONCE = 8;
const PAUSE_AFTER_FAULT_MS = 1_000;

export interface TenantDispatcherParts {
  readonly history: PublicEventHistory;
  readonly deliveries: DeliveryStore;
  readonly endpoints: EndpointSettings;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly failed: (name: string, error: unknown) => void;
}

interface Slot {
  readonly free: () => void;
}

/**
 * What goes to one tenant's endpoint: so many at once, of each conversation one after the other, and while one of those
 * waits to be tried again the later ones of its conversation wait behind it. Other tenants have lanes of their own.
 */
export class TenantDispatcher {
  private readonly queues: DueQueue;
  private flying = 0;
  private closed = false;
  private isFailing = false;
  /** When the endpoint answered again after failures. */
  private recoveredAt: Instant | undefined;

  constructor(
    private readonly tenantId: string,
    private readonly parts: TenantDispatcherParts,
    /** Left out by a lane whose queues are known to be empty. */
    unread: boolean,
  ) {
    this.queues = new DueQueue(tenantId, parts.deliveries, unread);
  }

  get isIdle(): boolean {
    return this.flying === 0 && this.queues.isEmpty;
  }

  /** Something new, already in the ledger. */
  add(conversation: string, upcoming: Upcoming): void {
    this.queues.add(conversation, upcoming);
  }

  /** Something may have changed: what waits in the ledger, or whether it is wanted. */
  rescan(): void {
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
    if (this.closed) return;
    while (this.flying < AT_ONCE) {
      const queue = this.queues.take();
      if (!queue) break;
      void this.run(queue);
    }
    if (this.flying < AT_ONCE && this.queues.mayHaveMore) this.fill();
  }

  private fill(): void {
    this.queues
      .fill()
      .then((found) => found && this.pump())
      .catch((error) => this.failed(error));
  }

  private async run(queue: Queue): Promise<void> {
    const slot = this.slot();
    try {
      await this.first(queue, slot);
    } catch (error) {
      this.failed(error);
      queue.notBeforeMs = epochMs(this.parts.clock.now()) + PAUSE_AFTER_FAULT_MS;
      queue.hasMore = true;
      queue.waiting = [];
    }
    this.queues.giveBack(queue);
    slot.free();
    this.pump();
  }

  /** One of those at once. Freed as soon as the endpoint has answered: what came of it is kept while the next one flies. */
  private slot(): Slot {
    let taken = true;
    this.flying++;
    return {
      free: () => {
        if (taken) this.flying--;
        taken = false;
      },
    };
  }

  /** What breaks off because everything ends is taken up again by whoever comes next. */
  private failed(error: unknown): void {
    if (!this.closed) this.parts.failed('webhooks', error);
  }

  /** Takes care of the first of a conversation, if it is due. */
  private async first(queue: Queue, slot: Slot): Promise<void> {
    const head = await this.queues.head(queue);
    if (!head) return;
    const entry = head.entry ?? (await this.parts.deliveries.get(this.tenantId, head.id));
    if (entry?.value.status !== 'PENDING') return this.done(queue, head);
    const endpoint = await this.parts.endpoints.of(this.tenantId);
    if (!isWanted(endpoint, entry.value))
      return this.settle(queue, head, entry, { ...entry.value, status: 'CANCELLED' });
    const now = this.parts.clock.now();
    const { dueMs, isWoken } = this.due(entry.value, endpoint);
    queue.notBeforeMs = dueMs > epochMs(now) ? dueMs : 0;
    if (queue.notBeforeMs > 0) return;
    const body = head.body ?? (await this.bodyOf(head.id, entry.value));
    if (body === undefined) return this.settle(queue, head, entry, { ...entry.value, status: 'CANCELLED' });
    if (this.closed) return;
    const tried: Delivery = isWoken ? { ...entry.value, wasWoken: true } : entry.value;
    const after = await this.parts.sender.attempt(this.tenantId, head.id, tried, endpoint, body);
    this.heard(after, now);
    slot.free();
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

  private async settle(queue: Queue, head: Upcoming, entry: Entry<Delivery>, next: Delivery): Promise<void> {
    const isOver = next.status !== 'PENDING';
    const [saved] = await Promise.all([
      this.parts.deliveries.save(this.tenantId, head.id, settled(next), entry.revision),
      isOver && this.done(queue, head),
    ]);
    if (!saved) return this.settleAnew(queue, head, entry.value, next);
    if (isOver) return;
    queue.notBeforeMs = next.nextAttemptAt === undefined ? 0 : epochMs(next.nextAttemptAt);
    queue.waiting = [{ queued: head.queued, id: head.id }, ...queue.waiting.slice(1)];
  }

  /** Someone asked for it to be sent again meanwhile: what was attempted is kept, and their wish too. */
  private async settleAnew(queue: Queue, head: Upcoming, before: Delivery, next: Delivery): Promise<void> {
    const now = await this.parts.deliveries.get(this.tenantId, head.id);
    if (!now) return this.done(queue, head);
    const attempts = [...now.value.attempts, ...next.attempts.slice(before.attempts.length)];
    await this.settle(queue, head, now, { ...next, attempts, earlier: now.value.earlier });
  }

  private async done(queue: Queue, { queued }: Waiting): Promise<void> {
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
