import { MINUTE, plus, SECOND } from '../../kernel/instant.js';
import type { Clock, Ids } from '../../ports/clock.js';
import { DeliveryRefused } from '../../ports/delivery-refused.js';
import { StoreUnavailable } from '../../ports/event-store.js';
import type { OperationalKey, OperationalStore } from '../../ports/operational-store.js';
import type { Worker } from './lease.js';
import { EFFECT, type Effect, type Outbox, type Settled } from './outbox.js';
import { OutboxQueue } from './outbox-queue.js';

/**
 * Hands an effect on; may answer what the receiver calls it.
 * @throws NotSent where certainly nothing went out, anything else where that is unclear
 */
export type Sender = (effect: Effect, key: OperationalKey) => Promise<string | undefined>;

export interface OutboxTimes {
  readonly lookMs: number;
  /** Before each further attempt at what certainly was not sent. */
  readonly pauses: readonly number[];
}

const TIMES: OutboxTimes = { lookMs: 500, pauses: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE] };
const AT_ONCE = 24;
const OF_ONE_TENANT = 6;
const PAGE = 200;
const NOTE_PAUSE_MS = 200;

/**
 * Sends what is planned, each at most once: it is claimed before it is handed to its sender, and one that another life
 * has claimed may have been sent, so that it is `unknown` from then on.
 */
export class OutboxRunner implements Worker {
  private readonly queue = new OutboxQueue(AT_ONCE, OF_ONE_TENANT);
  private owner = '';
  private looking: NodeJS.Timeout | undefined;
  private stopListening: (() => void) | undefined;
  private readonly rested = new Set<() => void>();

  constructor(
    private readonly outbox: Outbox,
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly senders: Readonly<Record<string, Sender>>,
    private readonly failed: (name: string, error: unknown) => void,
    private readonly times: OutboxTimes = TIMES,
  ) {}

  start(): void {
    this.owner = this.ids.next();
    this.stopListening = this.outbox.onPlanned((key) => {
      this.queue.add(key);
      this.pump();
    });
    this.schedule(0);
  }

  /** Begins nothing more; what is under way ends, and its outcome is noted. */
  close(): void {
    clearTimeout(this.looking);
    this.looking = undefined;
    this.stopListening?.();
    this.stopListening = undefined;
    this.queue.clear();
  }

  /** Kept when nothing is under way, or after `ms`. */
  rest(ms: number): Promise<void> {
    if (this.queue.isIdle) return Promise.resolve();
    return new Promise((resolve) => {
      const over = () => {
        clearTimeout(timer);
        this.rested.delete(over);
        resolve();
      };
      const timer = setTimeout(over, ms);
      this.rested.add(over);
    });
  }

  private get isOpen(): boolean {
    return this.looking !== undefined;
  }

  /** What takes long is not done often. */
  private schedule(ms: number): void {
    this.looking = setTimeout(async () => {
      const began = this.clock.monotonic();
      await this.look().catch((error) => this.failed('outbox', error));
      if (this.isOpen) this.schedule(Math.max(this.times.lookMs, 10 * (this.clock.monotonic() - began)));
    }, ms);
  }

  /** Due ones come earliest first, so that behind those already known the new ones are found. */
  private async look(): Promise<void> {
    const found = await this.operations.due<Effect>(EFFECT, this.clock.now(), PAGE + this.queue.size);
    if (!this.isOpen) return;
    for (const { key } of found) this.queue.add(key);
    this.pump();
  }

  private pump(): void {
    for (let key = this.queue.next(); key; key = this.queue.next()) void this.work(key);
  }

  private async work(key: OperationalKey): Promise<void> {
    const { owner } = this;
    try {
      await this.handOn(key, owner);
    } catch (error) {
      this.failed('outbox', error);
    }
    this.queue.done(key);
    if (this.isOpen) this.pump();
    else if (this.queue.isIdle) for (const over of [...this.rested]) over();
  }

  private async handOn(key: OperationalKey, owner: string): Promise<void> {
    const entry = await this.operations.get<Effect>(key);
    if (!entry || !this.isOpen) return;
    const { status, channel } = entry.value;
    if (status === 'claimed') return this.giveUp(key);
    const sender = this.senders[channel];
    if (!sender) throw new Error(`The channel ${channel} has no sender.`);
    const now = this.clock.now();
    if (status !== 'planned' || entry.due === undefined || entry.due > now) return;
    const attempts = entry.value.attempts + 1;
    const claimed: Effect = { ...entry.value, status: 'claimed', owner, attempts, changedAt: now };
    if (!(await this.operations.put(key, claimed, { expected: entry.revision, due: entry.due }))) return;
    await this.note(key, owner, await this.outcome(sender, claimed, key));
  }

  private async outcome(sender: Sender, effect: Effect, key: OperationalKey): Promise<Settled> {
    try {
      const receipt = await sender(effect, key);
      return { status: 'done', ...(receipt === undefined ? {} : { receipt }) };
    } catch (error) {
      if (!(error instanceof DeliveryRefused)) return { status: 'unknown', reason: 'no_clear_answer' };
      const pause = error.again ? this.times.pauses[effect.attempts - 1] : undefined;
      if (pause === undefined) return { status: 'failed', reason: error.reason };
      return { status: 'planned', reason: error.reason, due: plus(this.clock.now(), pause) };
    }
  }

  /** It was claimed, and whoever did is no more, or could not note what came of it. */
  private async giveUp(key: OperationalKey): Promise<void> {
    await this.outbox.settle(key, ({ status }) =>
      status === 'claimed' ? { status: 'unknown', reason: 'interrupted' } : undefined,
    );
  }

  /** An outcome that cannot be noted is lost, so it is tried for as long as the store is away. */
  private async note(key: OperationalKey, owner: string, settled: Settled): Promise<void> {
    const change = (effect: Effect): Settled | undefined => {
      if (effect.owner !== owner) return undefined;
      if (effect.status === 'claimed') return settled;
      if (effect.status !== 'unknown') return undefined;
      return settled.status === 'planned' ? { status: 'failed', reason: settled.reason ?? 'not_sent' } : settled;
    };
    for (;;) {
      try {
        await this.outbox.settle(key, change);
        return;
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || !this.isOpen) throw error;
        await new Promise((resolve) => setTimeout(resolve, NOTE_PAUSE_MS));
      }
    }
  }
}
