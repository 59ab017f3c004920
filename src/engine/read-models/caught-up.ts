import { limits } from '../../catalogue/limits/limits.js';
import type { Position } from '../../kernel/event.js';
import { reject } from '../../kernel/rejection.js';
import type { Tracing } from '../../ports/process/tracing.js';

interface Waiter {
  readonly position: Position;
  readonly wake: (reached: boolean) => void;
}

/** How far the read models have come, and who waits for them to come further. */
export class CaughtUp {
  private reachedPosition: Position = 0;
  private waiters: Waiter[] = [];
  private readonly listeners = new Set<() => void>();
  /** Head of the log when this process started. Read models before it are incomplete. */
  least: Position = 0;

  constructor(private readonly tracing?: Pick<Tracing, 'active'>) {}

  get position(): Position {
    return this.reachedPosition;
  }

  get hasBegun(): boolean {
    return this.reachedPosition >= this.least;
  }

  get isAwaited(): boolean {
    return this.waiters.length > 0;
  }

  /** Calls `listener` each time that someone begins to wait. Returns a function that ends this. */
  onWait(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Resolves when someone begins to wait, or after `ms`. Undefined: someone waits already. */
  whileNobodyWaits(ms: number): Promise<void> | undefined {
    if (this.isAwaited) return undefined;
    return new Promise((resolve) => {
      const over = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const stop = this.onWait(over);
      const timer = setTimeout(over, ms);
    });
  }

  advance(position: Position): void {
    if (position <= this.reachedPosition) return;
    this.reachedPosition = position;
    if (this.waiters.length === 0) return;
    const waiting = this.waiters;
    this.waiters = [];
    for (const waiter of waiting) {
      if (waiter.position <= position) waiter.wake(true);
      else this.waiters.push(waiter);
    }
  }

  /** @throws Rejection 503 when the read models stay behind `position` for `ms` */
  async mustReach(position: Position, ms: number = limits.caughtUpMs): Promise<void> {
    if (!(await this.reached(position, ms))) reject('errors.position.not_reached');
  }

  /** False when `ms` went by before the read models had applied `position`. */
  reached(position: Position, ms: number): Promise<boolean> | true {
    if (position <= this.reachedPosition) return true;
    const span = this.tracing?.active?.child('wait for read models', { 'tidings.position': position });
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        wake: (reached) => {
          clearTimeout(timer);
          span?.end();
          resolve(reached);
        },
      };
      const timer = setTimeout(() => {
        this.waiters = this.waiters.filter((each) => each !== waiter);
        span?.end({}, 'timeout');
        resolve(false);
      }, ms);
      this.waiters.push(waiter);
      for (const listener of [...this.listeners]) listener();
    });
  }
}
