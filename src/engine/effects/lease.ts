import { NO_TENANT } from '../../kernel/stream.js';
import type { Clock } from '../../ports/process/clock.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import { type Holder, isGivenBack, isOf, type LeaseEntry, type LeaseRecord, LeaseSightings } from './lease-record.js';

/** A task that one process at a time runs. */
export interface Worker {
  start(): Promise<void> | void;
  close(): void;
}

/** Each process measures by its own clock, which only has to run evenly. */
export interface LeaseTimes {
  readonly renewMs: number;
  /** How often a process that waits for the lease looks at it. */
  readonly seekMs: number;
  /** A holder of this process's name that ignores a challenge for this long is an earlier start, and dead. */
  readonly answerMs: number;
  /** The holder stops by itself this long after its last renewal. More than `answerMs`, less than `takeMs`. */
  readonly lostMs: number;
  /** A process of any name takes the lease this long after it last saw a renewal. */
  readonly takeMs: number;
}

const TIMES: LeaseTimes = { renewMs: 500, seekMs: 200, answerMs: 1_200, lostMs: 3_000, takeMs: 4_000 };
const PAUSE_MS = 500;

/**
 * One of the processes that seek the same lease runs the worker. Every change is a compare-and-set.
 * - After a holder's death another process runs the worker within `takeMs + seekMs`.
 * - A restart under the same name challenges the record it finds and takes it after `answerMs`. A living holder that was
 *   given the same name answers, keeps the lease, and is not challenged again by that process.
 */
export class Lease {
  private readonly key;
  private readonly sightings = new LeaseSightings();
  private worker: Worker | undefined;
  private isCandidate = false;
  private isOpen = false;
  private held = false;
  private working = false;
  private found: LeaseEntry;
  private revision = 0;
  private challenge: { readonly revision: number; readonly atMs: number } | undefined;
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private expiry: NodeJS.Timeout | undefined;

  constructor(
    name: string,
    private readonly holder: Holder,
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly failed: (name: string, error: unknown) => void,
    private readonly times: LeaseTimes = TIMES,
  ) {
    this.key = { tenantId: NO_TENANT, kind: 'lease', id: name };
  }

  get isHeld(): boolean {
    return this.held;
  }

  /** A process, this or another, holds the lease, renews it, and its worker has started. */
  get isWorking(): boolean {
    if (this.held) return this.working;
    if (isGivenBack(this.found) || this.found?.value.starting) return false;
    return this.sightings.isAlive(this.clock.monotonic(), this.times.takeMs);
  }

  /** Looks at the lease from now on. A candidate will `hold` it, and already finds out whether it may. */
  watch(isCandidate: boolean): void {
    this.isCandidate ||= isCandidate;
    if (this.isOpen) return;
    this.isOpen = true;
    void this.tick();
  }

  /** Runs the worker whenever this process has the lease. */
  hold(worker: Worker): void {
    this.worker = worker;
    this.watch(true);
  }

  /** Gives it back, so that another need not wait. */
  async close(): Promise<void> {
    this.isOpen = false;
    clearTimeout(this.timer);
    const wasHeld = this.held;
    this.lose();
    this.worker = undefined;
    await this.running;
    if (wasHeld) await this.giveBack();
  }

  private async tick(): Promise<void> {
    const { renewMs, seekMs } = this.times;
    let pause = renewMs;
    try {
      await (this.held ? this.renew() : this.seek());
      if (this.isCandidate && !this.held) pause = seekMs;
    } catch (error) {
      this.failed(`lease ${this.key.id}`, error);
    }
    if (this.isOpen) this.timer = setTimeout(() => void this.tick(), pause);
  }

  private async renew(): Promise<void> {
    const startedMs = this.clock.monotonic();
    if (await this.put(this.record(), this.revision)) return this.keep(this.revision + 1, startedMs);
    const found = await this.look();
    if (!isOf(found, this.holder)) return this.lose();
    this.revision = found?.revision ?? 0;
    if (this.held) await this.renew();
  }

  private async seek(): Promise<void> {
    const startedMs = this.clock.monotonic();
    const found = await this.look();
    if (!this.isCandidate) return;
    if (!this.isFree(found, startedMs)) return this.challengeNamesake(found);
    if (!this.worker) return;
    const expected = found?.revision ?? 0;
    if (!(await this.put(this.record(), expected))) return;
    this.revision = expected + 1;
    if (this.worker) this.take(startedMs);
    else await this.giveBack();
  }

  private async look(): Promise<LeaseEntry> {
    this.found = await this.operations.get<LeaseRecord>(this.key);
    this.sightings.note(this.found, this.clock.monotonic());
    return this.found;
  }

  private isFree(found: LeaseEntry, nowMs: number): boolean {
    const { answerMs, takeMs } = this.times;
    if (isGivenBack(found) || isOf(found, this.holder)) return true;
    const { revision, atMs = 0 } = this.challenge ?? {};
    const isUnanswered = found?.revision === revision && nowMs - atMs >= answerMs;
    return isUnanswered || this.sightings.silentMs(nowMs) >= takeMs;
  }

  /** Once in the life of a process: an answer says that the namesake is alive. */
  private async challengeNamesake(found: LeaseEntry): Promise<void> {
    if (!found || this.challenge || found.value.owner !== this.holder.name) return;
    const record = { ...found.value, challenger: this.holder.start };
    if (!(await this.put(record, found.revision))) return;
    this.challenge = { revision: found.revision + 1, atMs: this.clock.monotonic() };
  }

  private record(): LeaseRecord {
    const { name, start } = this.holder;
    return { owner: name, start, ...(this.working ? {} : { starting: true }) };
  }

  private put(record: LeaseRecord, expected: number): Promise<boolean> {
    return this.operations.put<LeaseRecord>(this.key, record, { expected, relaxed: true });
  }

  /** A renewal that was under way may have moved the record on. */
  private async giveBack(): Promise<void> {
    try {
      if (await this.put({ owner: '' }, this.revision)) return;
      const found = await this.look();
      if (found && isOf(found, this.holder)) await this.put({ owner: '' }, found.revision);
    } catch {
      // Another process takes it after `takeMs`.
    }
  }

  private take(startedMs: number): void {
    this.held = true;
    this.keep(this.revision, startedMs);
    this.running = this.running.then(() => this.run());
  }

  private keep(revision: number, startedMs: number): void {
    this.revision = revision;
    clearTimeout(this.expiry);
    if (!this.held) return;
    const leftMs = this.times.lostMs - (this.clock.monotonic() - startedMs);
    this.expiry = setTimeout(() => this.lose(), Math.max(0, leftMs));
  }

  private lose(): void {
    clearTimeout(this.expiry);
    if (!this.held) return;
    this.held = false;
    this.working = false;
    this.sightings.forget();
    this.worker?.close();
  }

  /** Starts the worker, again and again if need be, while the lease is held. */
  private async run(): Promise<void> {
    const { worker } = this;
    while (worker && this.held) {
      try {
        worker.close();
        await worker.start();
        this.working = this.held;
        if (!this.held) worker.close();
        return;
      } catch (error) {
        this.failed(`lease ${this.key.id}`, error);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }
}
