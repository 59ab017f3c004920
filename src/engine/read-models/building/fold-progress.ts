import { SECOND } from '../../../kernel/instant.js';
import { token } from '../../../kernel/token.js';
import type { Clock } from '../../../ports/process/clock.js';
import type { Logger } from '../../../ports/process/logger.js';

const TOLD_EVERY_MS = 5 * SECOND;

/** Counts the folded positions of the event log. It logs a line at the start, every five seconds, and at the end. */
export class FoldProgress {
  private of = 0;
  private positions = 0;
  private events = 0;
  private begunMs = 0;
  private telling: NodeJS.Timeout | undefined;

  /** @param what begins each line, as "The read models" */
  constructor(
    private readonly what: string,
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly logger: Logger,
  ) {}

  get isRunning(): boolean {
    return this.telling !== undefined;
  }

  /** From 0 to 1; 1 where nothing is folded. */
  get ratio(): number {
    return this.isRunning && this.of > 0 ? Math.min(1, this.positions / this.of) : 1;
  }

  /** `of` is the number of positions. In SQLite each event has one, in EventStoreDB they are bytes of the log. */
  begin(of: number): void {
    this.stop();
    this.of = of;
    this.positions = 0;
    this.events = 0;
    this.begunMs = this.clock.monotonic();
    this.telling = setInterval(() => this.tell('are being built'), TOLD_EVERY_MS).unref();
    this.tell('are being built');
  }

  folded(positions: number, events: number): void {
    this.positions += positions;
    this.events += events;
  }

  end(): void {
    if (!this.isRunning) return;
    this.positions = this.of;
    this.tell('are built');
    this.stop();
  }

  /** Ends without a line. */
  stop(): void {
    clearInterval(this.telling);
    this.telling = undefined;
  }

  private tell(state: string): void {
    const seconds = (this.clock.monotonic() - this.begunMs) / SECOND;
    const left = Math.max(0, this.of - this.positions);
    const about = {
      percent: Math.floor(this.ratio * 100),
      events: this.events,
      positions: this.positions,
      positions_of: this.of,
      ...(seconds > 0 ? { events_per_second: Math.round(this.events / seconds) } : {}),
      ...(this.positions > 0 ? { seconds_left: Math.ceil((seconds * left) / this.positions) } : {}),
    };
    this.logger.info(about, `${this.what} ${state}`);
  }
}

/** Of raised read models that are built while previous versions serve. */
export const BUILD_PROGRESS = token<FoldProgress>('BuildProgress');
