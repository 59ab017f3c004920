import { type FairQueueBounds, type QueueEntry, QueueFull } from '../../fairness/queue/fair-bounds.js';
import { FairQueue } from '../../fairness/queue/fair-queue.js';
import { MINUTE, SECOND } from '../../kernel/instant.js';
import type { Clock, Ids } from '../../ports/process/clock.js';
import type { Logger } from '../../ports/process/logger.js';
import type { DuePlace, OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';
import { type AttemptTimes, EffectAttempts } from './effect-attempts.js';
import type { Worker } from './lease.js';
import { EFFECT, type Effect, type Outbox } from './outbox.js';
import { RepeatedWork } from './repeated-work.js';
import type { SenderRegistry } from './sender-registry.js';
import { WorkerHost } from './worker-host.js';

export interface OutboxTimes extends AttemptTimes {
  /** Between two scans for due effects. */
  readonly scanMs: number;
}

const TIMES: OutboxTimes = {
  scanMs: 500,
  pauses: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE],
  noSenderMs: 5 * MINUTE,
};
const BOUNDS: FairQueueBounds = {
  running: { total: 28, perTenant: 8 },
  reserved: { total: 4, perTenant: 2 },
  waiting: { total: 10_000, perTenant: 1_000 },
};
const PAGE = 200;
const PAGES_A_SCAN = 10;

interface Queued extends QueueEntry {
  readonly key: string;
  readonly entry: OperationalKey;
}

/**
 * Sends planned effects, each at most once. An effect is claimed before it is sent. If an earlier run claimed an
 * effect, it may have been sent, so it becomes `unknown`.
 */
export class OutboxWorker implements Worker {
  private readonly queue = new FairQueue<Queued>(BOUNDS);
  /** Where the next scan continues; undefined: at the beginning. */
  private place: DuePlace | undefined;
  private owner = '';
  private readonly scans: RepeatedWork;
  private stopListening: (() => void) | undefined;
  private readonly idleListeners = new Set<() => void>();
  private readonly attempts: EffectAttempts;

  constructor(
    private readonly outbox: Outbox,
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly senders: SenderRegistry,
    private readonly logger: Logger,
    private readonly times: OutboxTimes = TIMES,
  ) {
    const failed = WorkerHost.failed(logger);
    this.scans = new RepeatedWork(
      times.scanMs,
      () => this.timedScan(),
      (error) => failed('outbox', error),
    );
    this.attempts = new EffectAttempts(outbox, operations, clock, senders, logger, times, () => this.scans.isOpen);
  }

  /** Effects that wait for a place. */
  get waiting(): number {
    return this.queue.waiting;
  }

  start(): void {
    this.owner = this.ids.next();
    this.senders.started();
    this.stopListening = this.outbox.onPlanned((key, effect) => {
      this.enqueue(key, effect);
      this.sendWaiting();
    });
    this.scans.start(0);
  }

  /** Starts nothing more. Effects under way end and their outcomes are kept. */
  close(): void {
    this.scans.close();
    this.stopListening?.();
    this.stopListening = undefined;
    this.queue.drain();
  }

  /** Resolves when nothing is running, or after `ms`. */
  idle(ms: number): Promise<void> {
    if (this.queue.running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const over = () => {
        clearTimeout(timer);
        this.idleListeners.delete(over);
        resolve();
      };
      const timer = setTimeout(over, ms);
      this.idleListeners.add(over);
    });
  }

  /** A scan that takes long is done less often. */
  private async timedScan(): Promise<number> {
    const began = this.clock.monotonic();
    await this.scan();
    return Math.max(this.times.scanMs, 10 * (this.clock.monotonic() - began));
  }

  /** Goes through the due effects page by page, so that one tenant's backlog hides no other's. */
  private async scan(): Promise<void> {
    for (let n = 0; n < PAGES_A_SCAN; n++) {
      const page = await this.operations.due<Effect>(EFFECT, this.clock.now(), PAGE, this.place);
      if (!this.scans.isOpen) return;
      for (const { key, value } of page) this.enqueue(key, value);
      this.place = page.length < PAGE ? undefined : page.at(-1);
      this.sendWaiting();
      if (!this.place) return;
    }
  }

  /** A later scan finds the effects that the queue has no room for. */
  private enqueue(entry: OperationalKey, { priority = 'background' }: Effect): void {
    try {
      this.queue.add({ tenantId: entry.tenantId, key: entry.id, priority, entry });
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
    }
  }

  private sendWaiting(): void {
    for (let next = this.queue.take(); next; next = this.queue.take()) void this.sendQueued(next);
  }

  private async sendQueued(queued: Queued): Promise<void> {
    const { owner } = this;
    try {
      const entry = await this.operations.get<Effect>(queued.entry);
      if (entry && this.scans.isOpen) await this.attempts.make(entry, owner);
    } catch (error) {
      this.logger.error(
        { err: error, effect: queued.key },
        'An effect of the outbox could not be handled; it is retried',
      );
    }
    this.queue.remove(queued);
    if (this.scans.isOpen) this.sendWaiting();
    else if (this.queue.running === 0) for (const over of [...this.idleListeners]) over();
  }
}
