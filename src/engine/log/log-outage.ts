import { MINUTE } from '../../kernel/instant.js';
import type { Clock } from '../../ports/process/clock.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';

/** Milliseconds for which reads return earlier results while the log is away. */
const LONGEST_MS = 5 * MINUTE;

/** Whether a store is away, so that the same read may succeed later. */
export const isOutage = (error: unknown): boolean => error instanceof StoreUnavailable;

/** Whether this process can reach the log, by the result of its last call. */
export class LogOutage {
  private sinceMs: number | undefined;
  private isProbing = false;

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  get isOn(): boolean {
    return this.sinceMs !== undefined;
  }

  /** Notes the result of a call to the log. */
  async observe<T>(call: Promise<T>): Promise<T> {
    try {
      const answer = await call;
      this.sinceMs = undefined;
      return answer;
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  note(failure: unknown): void {
    if (failure instanceof StoreUnavailable) this.sinceMs ??= this.clock.monotonic();
  }

  /**
   * `fresh` reads the log. While the log is away `known` replaces it, for at most LONGEST_MS. `known` returns undefined
   * where nothing is known. During an outage calls do not wait for the log: one call at a time tries it.
   * @throws StoreUnavailable
   */
  async bridge<T>(fresh: () => Promise<T>, known: () => Promise<T | undefined> | T | undefined): Promise<T> {
    if (this.isBridged()) {
      const answer = await known();
      if (answer !== undefined) {
        this.probe(fresh);
        return answer;
      }
    }
    try {
      return await fresh();
    } catch (error) {
      const answer = error instanceof StoreUnavailable && this.isBridged() ? await known() : undefined;
      if (answer === undefined) throw error;
      return answer;
    }
  }

  private isBridged(): boolean {
    return this.sinceMs !== undefined && this.clock.monotonic() - this.sinceMs < LONGEST_MS;
  }

  private probe(fresh: () => Promise<unknown>): void {
    if (this.isProbing) return;
    this.isProbing = true;
    const done = () => {
      this.isProbing = false;
    };
    fresh().then(done, done);
  }
}
