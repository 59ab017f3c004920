import type { Event, Position, Recorded } from './event.js';

export type Scalar = string | number | boolean;

/**
 * How the documents of a read model are kept and found. A store makes its indexes from this and nothing else.
 * Every key, field and counter stands under a tenant; the store adds it.
 */
export interface Collection<Doc> {
  readonly name: string;
  /** Raised when shape or fold change: the new model is built beside the old one, which is then dropped. */
  readonly version: number;
  /** What can be filtered and ordered by: scalars of the document. Left out (undefined) is neither equal nor ordered. */
  readonly fields: Readonly<Record<string, (doc: Doc) => Scalar | undefined>>;
  /** Each a list of field names; the store appends the key, so that every order is total. */
  readonly indexes: readonly (readonly string[])[];
  /** Fields that most documents lack: only what has them all stands in their indexes, so they find by equality and order nothing. */
  readonly sparse?: readonly string[];
  /** Field lists whose equality counts are kept up with each write, so that totals never scan. `[]` counts all. */
  readonly counters?: readonly (readonly string[])[];
  /** Words of a document found under a group (a conversation) in an index that several collections share. */
  readonly search?: {
    readonly index: string;
    readonly group: (doc: Doc) => string;
    readonly text: (doc: Doc) => string;
  };
}

/** A read model: a pure fold of events into one document per key. */
export interface Projection<Doc, E extends Event> extends Collection<Doc> {
  /** The events it folds; all others pass by unread. */
  readonly events: readonly E['type'][];
  /** Events that begin a document: nothing was there before, so nothing is read. */
  readonly createdBy?: readonly E['type'][];
  /** The document an event belongs to; undefined where it concerns none. */
  key(event: Recorded<E>): string | undefined;
  /** undefined: there is no such document (any more). Must not change `doc`. */
  evolve(doc: Doc | undefined, event: Recorded<E>): Doc | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of projections is of mixed documents; the projector never looks inside.
export type AnyProjection = Projection<any, any>;

export interface Checkpoint {
  readonly name: string;
  readonly position: Position;
  /** Where it must stand before; left out, wherever it stands. */
  readonly after?: Position;
}
