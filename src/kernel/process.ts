import type { Command, CommandClass } from './command.js';
import type { Event, Recorded } from './event.js';
import type { Instant } from './instant.js';

/** A command that an event calls for, now or not before `due`. Its command id is derived from the event and its index. */
export interface Reaction {
  readonly command: Omit<Command, 'meta'>;
  readonly due?: Instant;
}

/** The reaction that sends a command of this class. */
export const reaction = <C extends Command>(
  { type }: CommandClass<C>,
  target: string,
  data: C['data'],
  due?: Instant,
): Reaction => ({ command: { type, target, data }, ...(due === undefined ? {} : { due }) });

/**
 * A process manager: event -> commands. Pure; the runner keeps its checkpoint, its timers and the ids that make a
 * reaction happen once. (What Nest calls a saga, but it survives.)
 */
export interface Process<E extends Event> {
  readonly name: string;
  readonly events: readonly E['type'][];
  react(event: Recorded<E>): readonly Reaction[];
}
