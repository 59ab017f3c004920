import type { Command } from './command.js';
import type { Event, Recorded } from './event.js';
import type { Instant } from './instant.js';

/** A command that an event calls for, now or not before `due`. Its command id is derived from event and place. */
export interface Reaction {
  readonly category: string;
  readonly command: Omit<Command, 'meta'>;
  readonly due?: Instant;
}

/**
 * A process manager: event -> commands. Pure; the runner keeps its checkpoint, its timers and the ids that make a
 * reaction happen once. (What Nest calls a saga, but it survives.)
 */
export interface Process<E extends Event> {
  readonly name: string;
  readonly events: readonly E['type'][];
  react(event: Recorded<E>): readonly Reaction[];
}
