import { NO_TENANT } from '../../kernel/stream.js';
import type { Clock } from '../../ports/clock.js';
import type { Entry, OperationalStore } from '../../ports/operational-store.js';

/** What one process at a time may do. */
export interface Worker {
  start(): Promise<void> | void;
  close(): void;
}

export interface LeaseTimes {
  readonly renewMs: number;
  /** How soon one that was given back is taken by who waits for it. */
  readonly seekMs: number;
  /** So long after it was last renewed the holder stops by itself … */
  readonly lostMs: number;
  /** … and so long after it last saw a renewal another takes it. Each by its own clock, which only has to run evenly. */
  readonly takeMs: number;
}

const TIMES: LeaseTimes = { renewMs: 1_000, seekMs: 200, lostMs: 5_000, takeMs: 6_500 };
const PAUSE_MS = 500;

interface Held {
  /** Empty: given back. */
  readonly owner: string;
}

/** Of several processes that hold the same lease one runs the part; after its death another does, within `takeMs + seekMs`. */
export class Lease {
  private readonly key;
  private part: Worker | undefined;
  private held = false;
  private revision = 0;
  private seen = { revision: -1, atMs: 0 };
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private expiry: NodeJS.Timeout | undefined;

  constructor(
    name: string,
    private readonly owner: string,
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

  hold(part: Worker): void {
    this.part = part;
    void this.tick();
  }

  /** Gives it back, so that another need not wait. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    const wasHeld = this.held;
    this.lose();
    this.part = undefined;
    await this.running;
    if (wasHeld) await this.put('', this.revision).catch(() => false);
  }

  private async tick(): Promise<void> {
    const { renewMs, seekMs } = this.times;
    let pause = renewMs;
    try {
      await (this.held ? this.renew() : this.seek());
      if (!this.held) pause = seekMs;
    } catch (error) {
      this.failed(`lease ${this.key.id}`, error);
    }
    if (this.part) this.timer = setTimeout(() => void this.tick(), pause);
  }

  private async renew(): Promise<void> {
    const askedMs = this.clock.monotonic();
    if (await this.put(this.owner, this.revision)) return this.keep(this.revision + 1, askedMs);
    const found = await this.operations.get<Held>(this.key);
    if (found?.value.owner !== this.owner) this.lose();
    else this.revision = found.revision;
  }

  private async seek(): Promise<void> {
    const askedMs = this.clock.monotonic();
    const found = await this.operations.get<Held>(this.key);
    if (!this.isFree(found, askedMs)) return;
    const expected = found?.revision ?? 0;
    if (this.part && (await this.put(this.owner, expected))) this.take(expected + 1, askedMs);
  }

  private isFree(found: Entry<Held> | undefined, nowMs: number): boolean {
    if (!found || found.value.owner === '') return true;
    if (found.revision !== this.seen.revision) this.seen = { revision: found.revision, atMs: nowMs };
    return nowMs - this.seen.atMs >= this.times.takeMs;
  }

  private put(owner: string, expected: number): Promise<boolean> {
    return this.operations.put<Held>(this.key, { owner }, { expected, relaxed: true });
  }

  private take(revision: number, askedMs: number): void {
    this.held = true;
    this.keep(revision, askedMs);
    this.running = this.running.then(() => this.run());
  }

  private keep(revision: number, askedMs: number): void {
    this.revision = revision;
    clearTimeout(this.expiry);
    const leftMs = this.times.lostMs - (this.clock.monotonic() - askedMs);
    this.expiry = setTimeout(() => this.lose(), Math.max(0, leftMs));
  }

  private lose(): void {
    clearTimeout(this.expiry);
    if (!this.held) return;
    this.held = false;
    this.seen = { revision: -1, atMs: 0 };
    this.part?.close();
  }

  /** Starts the part, again and again if need be, while the lease is held. */
  private async run(): Promise<void> {
    const { part } = this;
    while (part && this.held) {
      try {
        part.close();
        await part.start();
        if (!this.held) part.close();
        return;
      } catch (error) {
        this.failed(`lease ${this.key.id}`, error);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }
}
