import type { Instant } from './instant.js';

/** A place in the whole log. Grows; gaps mean nothing. 0 is before the first event. */
export type Position = number;

/** A fact, past tense. `type` is storage and never renamed; a new meaning gets a new name. */
export interface Event<T extends string = string, D = unknown> {
  readonly type: T;
  readonly data: D;
}

/** What the log adds to a fact. */
export interface Meta {
  readonly id: string;
  readonly tenantId: string;
  readonly stream: string;
  /** Counts from 1 in its stream. */
  readonly version: number;
  readonly position: Position;
  readonly at: Instant;
  /** Who caused it: `user:…`, `key:…`, `participant:…` or `system`. */
  readonly actor: string;
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId?: string;
  /** How many effects lie between this event and what came from outside; left out: none. */
  readonly depth?: number;
}

export type Recorded<E extends Event = Event> = E & { readonly meta: Meta };

/** The event types a module writes, with the schema version each is written in today. */
export type EventTypes<E extends Event> = Readonly<Record<E['type'], number>>;
