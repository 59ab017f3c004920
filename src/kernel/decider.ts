import type { Command } from './command.js';
import type { Event, Recorded } from './event.js';

/**
 * How one kind of thing is decided: what happened so far folds into a state, a command and that state give new events.
 * `decide` answers `[]` when nothing changes and throws a Rejection when the command is refused.
 */
export interface Decider<C extends Command, S, E extends Event> {
  readonly category: string;
  readonly initial: S;
  decide(command: C, state: S): readonly E[];
  /** Total: any event of the stream folds without throwing. */
  evolve(state: S, event: Recorded<E>): S;
  /**
   * The state is made from the last `tail` events alone. For streams that grow without end, whose events say enough
   * (the dense sequence) that what came before need not be read.
   */
  readonly window?: number;
}

export const fold = <C extends Command, S, E extends Event>(
  decider: Decider<C, S, E>,
  events: readonly Recorded<E>[],
  from: S = decider.initial,
): S => events.reduce((state, event) => decider.evolve(state, event), from);
