import type { CallPlaces } from '../../fairness/queue/call-places.js';
import { type QueueEntry, QueueFull } from '../../fairness/queue/fair-bounds.js';
import { MINUTE, SECOND } from '../../kernel/instant.js';
import type { Clock, Ids } from '../../ports/process/clock.js';
import type { Logger } from '../../ports/process/logger.js';
import { NO_TELEMETRY, type Tracing } from '../../ports/process/tracing.js';
import type { DuePlace, OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';
import { type AttemptTimes, EffectAttempts } from './effect-attempts.js';
import type { Worker } from './lease.js';
import { EFFECT, type Effect, type Outbox } from './outbox.js';
import { RepeatedWork } from './repeated-work.js';
import type { SenderRegistry } from './sender-registry.js';
import { effectPlaces } from './sending/effect-places.js';
import type { MailQuota } from './sending/mail-quota.js';
import { WorkerHost } from './worker-host.js';

export interface OutboxTimes extends AttemptTimes {
  /** Between two scans for due effects. */
  readonly scanMs: number;
  /** Before a call gives its place to others. */
  readonly slowMs: number;
}

const TIMES: OutboxTimes = {
  scanMs: 500,
  slowMs: 2 * SECOND,
  pauses: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE],
  noSenderMs: 5 * MINUTE,
  restMs: MINUTE,
};
const PAGE = 200;
const PAGES_A_SCAN = 10;

interface Queued extends QueueEntry {
  readonly key: string;
  readonly entry: OperationalKey;
  readonly places: CallPlaces<Queued>;
}

/**
 * Sends planned effects, each at most once. An effect is claimed before it is sent. If an earlier run claimed an
 * effect, it may have been sent, so it becomes `unknown`.
 */
export class OutboxWorker implements Worker {
  private readonly channels = new Map<string, CallPlaces<Queued>>();
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
    quota: MailQuota,
    /** Whether the effects of a tenant wait. */
    isResting: (tenantId: string) => Promise<boolean>,
    private readonly times: OutboxTimes = TIMES,
    tracing: Tracing = NO_TELEMETRY,
  ) {
    const failed = WorkerHost.failed(logger);
    this.scans = new RepeatedWork(
      times.scanMs,
      () => this.timedScan(),
      (error) => failed('outbox', error),
    );
    const isOpen = () => this.scans.isOpen;
    this.attempts = new EffectAttempts(
      outbox,
      operations,
      clock,
      senders,
      logger,
      times,
      quota,
      isResting,
      isOpen,
      tracing,
    );
  }

  /** Effects that wait for a place. */
  get waiting(): number {
    return this.sum(({ waiting }) => waiting);
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
    for (const places of this.channels.values()) places.drain();
  }

  /** Resolves when nothing is running, or after `ms`. */
  idle(ms: number): Promise<void> {
    if (this.running === 0) return Promise.resolve();
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
  private enqueue(entry: OperationalKey, { channel, priority = 'background' }: Effect): void {
    const places = this.channels.get(channel) ?? effectPlaces<Queued>();
    this.channels.set(channel, places);
    try {
      places.add({ tenantId: entry.tenantId, key: entry.id, priority, entry, places });
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
    }
  }

  private sendWaiting(): void {
    for (const places of this.channels.values())
      for (let next = places.take(); next; next = places.take()) void this.sendQueued(next);
  }

  private async sendQueued(queued: Queued): Promise<void> {
    const { owner } = this;
    const slow = setTimeout(() => this.giveAway(queued), this.times.slowMs);
    try {
      const entry = await this.operations.get<Effect>(queued.entry);
      if (entry && this.scans.isOpen) await this.attempts.make(entry, owner);
    } catch (error) {
      this.logger.error(
        { err: error, effect: queued.key },
        'An effect of the outbox could not be handled; it is retried',
      );
    }
    clearTimeout(slow);
    queued.places.end(queued);
    if (this.scans.isOpen) this.sendWaiting();
    else if (this.running === 0) for (const over of [...this.idleListeners]) over();
  }

  private giveAway(queued: Queued): void {
    queued.places.giveAway(queued);
    if (this.scans.isOpen) this.sendWaiting();
  }

  private get running(): number {
    return this.sum(({ running }) => running);
  }

  private sum(of: (places: CallPlaces<Queued>) => number): number {
    return [...this.channels.values()].reduce((all, places) => all + of(places), 0);
  }
}
