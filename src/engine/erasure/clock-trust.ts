import { DAY, epochMs, HOUR, type Instant, MINUTE, SECOND } from '../../kernel/instant.js';
import { NO_TENANT } from '../../kernel/stream.js';
import type { Clock } from '../../ports/process/clock.js';
import type { Logger } from '../../ports/process/logger.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import type { Worker } from '../effects/lease.js';
import { RepeatedWork } from '../effects/repeated-work.js';
import type { EventLog } from '../log/event-log.js';

/** The last time that was trusted, and how long removals have waited for a later one. */
interface KnownTime {
  readonly seen: Instant;
  readonly waitedMs: number;
}

const KEY = { tenantId: NO_TENANT, kind: 'known-time', id: 'clock' };
const TIMES = { lookMs: 10 * SECOND, keepMs: MINUTE, jumpMs: HOUR, waitMs: DAY };

/**
 * Says whether removals may go by the wall clock. A removal cannot be undone when the clock is set right. After a jump
 * forward of over an hour, removals wait for a day of work or for a start with CLOCK_TRUSTED=true.
 */
export class ClockTrust implements Worker {
  private known: KnownTime | undefined;
  private isHeld = true;
  private lastMs = { wall: 0, monotonic: 0, kept: 0 };
  private readonly looks: RepeatedWork;

  constructor(
    private readonly log: EventLog,
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
    /** The operator says that the clock is right. */
    private readonly trusted: boolean,
    private readonly times = TIMES,
  ) {
    this.looks = new RepeatedWork(
      times.lookMs,
      () => this.look(),
      (error) => logger.error({ err: error }, 'The clock could not be compared; it is retried'),
    );
  }

  /** Removals may happen. A jump since the last look is noticed here too. */
  get isTrusted(): boolean {
    if (!this.isHeld && !this.trusted && this.jumpMs() > this.times.jumpMs) this.hold(this.jumpMs());
    return !this.isHeld;
  }

  /** It is at work, and removals wait. */
  get waits(): boolean {
    return this.looks.isOpen && !this.isTrusted;
  }

  async start(): Promise<void> {
    this.close();
    this.known = (await this.operations.get<KnownTime>(KEY))?.value;
    const seen = this.known?.seen ?? (await this.lastEventTime());
    const now = this.clock.now();
    this.lastMs = { wall: epochMs(now), monotonic: this.clock.monotonic(), kept: 0 };
    const aheadMs = seen ? epochMs(now) - epochMs(seen) : 0;
    this.known = { seen: seen ?? now, waitedMs: this.known?.waitedMs ?? 0 };
    if (this.trusted || aheadMs <= this.times.jumpMs) this.release();
    else this.hold(aheadMs);
    await this.keep();
    this.looks.start();
  }

  close(): void {
    this.looks.close();
    this.isHeld = true;
  }

  async look(): Promise<void> {
    const isTrusted = this.isTrusted;
    const monotonic = this.clock.monotonic();
    const passedMs = monotonic - this.lastMs.monotonic;
    this.lastMs = { ...this.lastMs, wall: epochMs(this.clock.now()), monotonic };
    if (isTrusted) this.release();
    else if (this.known) {
      this.known = { ...this.known, waitedMs: this.known.waitedMs + passedMs };
      if (this.known.waitedMs >= this.times.waitMs) {
        this.logger.warn({}, 'Removals have waited for a day and go on by the clock of this machine');
        this.release();
      }
    }
    if (monotonic - this.lastMs.kept >= this.times.keepMs) await this.keep();
  }

  /** How much more the wall clock moved than time passed since the last look. */
  private jumpMs(): number {
    const wall = epochMs(this.clock.now()) - this.lastMs.wall;
    return wall - (this.clock.monotonic() - this.lastMs.monotonic);
  }

  private release(): void {
    this.isHeld = false;
    this.known = { seen: this.clock.now(), waitedMs: 0 };
  }

  private hold(aheadMs: number): void {
    this.isHeld = true;
    const hours = Math.round(aheadMs / HOUR);
    this.logger.warn(
      { hours, last_trusted: this.known?.seen },
      'The clock is far ahead of the last known time: removals wait for a day, or for a start with CLOCK_TRUSTED=true',
    );
  }

  private async keep(): Promise<void> {
    this.lastMs = { ...this.lastMs, kept: this.clock.monotonic() };
    await this.operations.put(KEY, this.known, { relaxed: true });
  }

  private async lastEventTime(): Promise<Instant | undefined> {
    const head = await this.log.head();
    if (head === 0) return undefined;
    const { events } = await this.log.readableAll(head - 1, 1);
    return events[0]?.meta.at;
  }
}
