import type { Command } from './command.js';
import type { Event, Recorded } from './event.js';

/**
 * How one kind of thing is decided: events fold into a state, and a command and that state give new events. `decide`
 * returns `[]` when nothing changes and throws a Rejection when the command is refused.
 */
export interface Decider<C extends Command, S, E extends Event> {
  readonly category: string;
  readonly initial: S;
  decide(command: C, state: S): readonly E[];
  /** Total: any event of the stream folds without throwing. */
  evolve(state: S, event: Recorded<E>): S;
  /**
   * The state is folded from the last `window` events alone. For streams that grow without end and whose last events
   * carry the whole state, such as a dense sequence.
   */
  readonly window?: number;
}

/** A command of a type that its decider does not know: a programming error, which no caller can cause. */
export class UnknownCommand extends Error {
  constructor(type: string, known: readonly string[]) {
    super(`unknown command type "${type}": expected one of ${known.join(', ')}`);
  }
}

/** One decision for each type of command; a type that is left out does not compile. */
export type Decisions<C extends Command, S, E extends Event> = {
  readonly [T in C['type']]: (command: Extract<C, { readonly type: T }>, state: S) => readonly E[];
};

/**
 * Decides by the command's `type`, so that instances of command classes and plain objects are decided alike.
 * The function it returns throws UnknownCommand for any other type.
 */
export function decideBy<C extends Command, S, E extends Event>(
  decisions: Decisions<C, S, E>,
): Decider<C, S, E>['decide'] {
  const byType = new Map(Object.entries(decisions)) as ReadonlyMap<string, (command: C, state: S) => readonly E[]>;
  return (command, state) => {
    const decision = byType.get(command.type);
    if (!decision) throw new UnknownCommand(command.type, [...byType.keys()]);
    return decision(command, state);
  };
}

export const fold = <C extends Command, S, E extends Event>(
  decider: Decider<C, S, E>,
  events: readonly Recorded<E>[],
  from: S = decider.initial,
): S => events.reduce((state, event) => decider.evolve(state, event), from);
