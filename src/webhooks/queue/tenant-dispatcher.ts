import { epochMs, type Instant, SECOND } from '../../kernel/instant.js';
import { isOwnQueue } from '../plan/delivery.js';
import type { NewDelivery } from '../plan/new-deliveries.js';
import { ConversationSender } from '../send/conversation-sender.js';
import { EndpointHealth } from '../send/endpoint-health.js';
import { isWoken } from './conversation-clock.js';
import type { ConversationQueue } from './conversation-queue.js';
import type { DueConversation } from './delivery-turns.js';
import type { DispatchParts } from './dispatch-parts.js';
import { DueQueue } from './due-queue.js';
import type { Waiting } from './queue-store.js';

const PAUSE_AFTER_FAILURE_MS = SECOND;
/** All deliveries of a tenant that rest are read no more often than this: after changes of its settings, and after successes. */
const BETWEEN_WAKES = { change: SECOND, success: 30 * SECOND } as const;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Sends the deliveries of one tenant. Those of a conversation are sent one after the other: while one waits for its
 * next attempt, the later ones wait behind it.
 */
export class TenantDispatcher {
  private readonly queues: DueQueue;
  private readonly sender: ConversationSender;
  private readonly health: EndpointHealth;
  private sending = 0;
  private closed = false;
  private wokenMs = -NEVER;
  private wakeMs = NEVER;

  constructor(
    private readonly tenantId: string,
    private readonly parts: DispatchParts,
    /** False where the operational store has nothing of the tenant. */
    unread: boolean,
  ) {
    this.health = new EndpointHealth(tenantId, parts.operations);
    this.queues = new DueQueue(
      {
        tenantId,
        store: parts.deliveries.queues,
        now: () => parts.clock.now(),
        paced: (read) => parts.paced(tenantId, read),
        judge: () => this.judge(),
        ready: (queue) => this.ready(queue),
        forward: (queue) => this.promote(queue),
      },
      unread,
    );
    this.sender = new ConversationSender(tenantId, parts, this.queues, this.health, () => this.wakeAll('success'));
  }

  get isIdle(): boolean {
    return this.sending === 0 && this.queues.isEmpty;
  }

  /**
   * A new delivery, already in the operational store.
   * @param waiting absent where it may have been in its queue before
   * @param fresh spares reading it again
   */
  add(conversation: string, waiting: Waiting | undefined, fresh?: Omit<NewDelivery, 'rescans'>): void {
    if (this.queues.add(conversation, waiting) && fresh) this.sender.remember(fresh);
  }

  /** Something was put into the queues. */
  requested(): void {
    this.sender.forget();
    this.queues.request(false);
    this.pump();
  }

  /** The settings changed: deliveries that wait are sent at once or no longer wanted. */
  changed(): void {
    this.sender.forget();
    this.wakeAll('change');
  }

  /** New deliveries and their bodies are made again before they are sent, because something was erased. */
  forget(): void {
    this.sender.forget();
  }

  tick(now: Instant): void {
    const nowMs = epochMs(now);
    this.wakeDue(nowMs);
    if (this.queues.wake(nowMs)) this.pump();
  }

  close(): void {
    this.closed = true;
    this.sender.close();
  }

  pump(): void {
    this.parts.turns.give();
    if (this.closed || !this.queues.canRead) return;
    this.queues
      .fill()
      .then(() => this.parts.turns.give())
      .catch((error) => this.failed(error));
  }

  private ready(queue: ConversationQueue): void {
    if (this.closed) return;
    const isInteractive = queue.byHand || isOwnQueue(queue.conversation);
    const due: DueConversation = {
      tenantId: this.tenantId,
      priority: isInteractive ? 'interactive' : 'background',
      send: () => void this.send(queue, due),
      postpone: () => this.postpone(queue),
    };
    queue.turn = due;
    this.parts.turns.add(due);
  }

  /** Moves a conversation that waits for its turn among those of tests and retries by hand. */
  private promote(queue: ConversationQueue): void {
    if (!queue.turn) return;
    this.parts.turns.end(queue.turn);
    this.ready(queue);
  }

  private postpone(queue: ConversationQueue): void {
    queue.turn = undefined;
    this.queues.postpone(queue, this.nowMs() + PAUSE_AFTER_FAILURE_MS);
  }

  private async send(queue: ConversationQueue, due: DueConversation): Promise<void> {
    queue.turn = undefined;
    this.sending++;
    let hasPlace = true;
    const end = () => {
      if (!hasPlace) return;
      hasPlace = false;
      this.sending--;
      this.parts.turns.end(due);
    };
    try {
      const outcome = await this.sender.sendFirst(queue, () => {
        end();
        this.pump();
      });
      if (outcome === 'busy') this.postpone(queue);
      else await this.queues.giveBack(queue);
    } catch (error) {
      this.failed(error);
      this.queues.readAgain(queue);
      this.postpone(queue);
    }
    end();
    this.pump();
  }

  /** An error after `close` is not reported: the next process sends the rest. */
  private failed(error: unknown): void {
    if (!this.closed) this.parts.failed('webhooks', error);
  }

  private async judge(): Promise<(waiting: Waiting) => boolean> {
    await this.health.load();
    const endpoint = await this.parts.endpoints.of(this.tenantId);
    return ({ rest }) => isWoken(rest, endpoint, this.health.recoveredAt);
  }

  private wakeAll(cause: keyof typeof BETWEEN_WAKES): void {
    this.wakeMs = Math.min(this.wakeMs, this.wokenMs + BETWEEN_WAKES[cause]);
    this.wakeDue(this.nowMs());
    this.pump();
  }

  private wakeDue(nowMs: number): void {
    if (this.wakeMs > nowMs) return;
    this.wokenMs = nowMs;
    this.wakeMs = NEVER;
    this.queues.request(true);
  }

  private nowMs(): number {
    return epochMs(this.parts.clock.now());
  }
}
