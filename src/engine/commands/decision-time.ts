import type { Command } from '../../kernel/command.js';
import { type Instant, later } from '../../kernel/instant.js';
import type { Clock } from '../../ports/process/clock.js';

const latest = (known: Instant | undefined, at: Instant): Instant => (known === undefined ? at : later(known, at));

/** The command with the time of the decision. */
export const decidedAt = (command: Command, at: Instant): Command =>
  Object.assign(Object.create(Object.getPrototypeOf(command)), command, { meta: { ...command.meta, at } });

/** Times of decisions, which never go back. */
export class DecisionTime {
  /** The latest time that the clock said. */
  private time: Instant | undefined;

  constructor(private readonly clock: Clock) {}

  /** Now, but not earlier than the newest event before it, even when clocks of processes differ. */
  after(newest: Instant | undefined, waiting: readonly { readonly command: Command }[]): Instant {
    this.time = latest(this.time, this.clock.now());
    const at = waiting.reduce((last, { command }) => latest(last, command.meta.at), this.time);
    return newest === undefined ? at : later(at, newest);
  }
}
