import type { Event, Position, Recorded } from './event.js';
import { parseStreamName } from './stream.js';

export type Scalar = string | number | boolean;

/**
 * How the documents of a read model are stored and found. A store makes its indexes from this alone. The store adds the
 * tenant to every key, field and counter.
 */
export interface Collection<Doc> {
  readonly name: string;
  /** Raised when shape or fold change: the new model is built while the old one serves, which is then dropped. */
  readonly version: number;
  /** Least version whose documents the code reads and folds, so that it may serve. Default: every lower one. */
  readonly servesFrom?: number;
  /** Scalars of the document that filters and orders use. A filter never matches undefined. */
  readonly fields: Readonly<Record<string, (doc: Doc) => Scalar | undefined>>;
  /** Each a list of field names; the store appends the key, so that every order is total. */
  readonly indexes: readonly (readonly string[])[];
  /**
   * Fields that most documents lack. Their indexes contain only documents that have all of them, so they serve equality
   * and no order.
   */
  readonly sparse?: readonly string[];
  /** Field lists whose equality counts are kept up with each write, so that totals never scan. `[]` counts all. */
  readonly counters?: readonly (readonly string[])[];
  /** Numbers of a document by name, each name once. The sum of each over all documents is kept up with each write. */
  readonly sums?: (doc: Doc) => readonly (readonly [name: string, n: number])[];
  /** Words of a document found under a group (a conversation) in an index that several collections share. */
  readonly search?: {
    readonly index: string;
    readonly group: (doc: Doc) => string;
    readonly text: (doc: Doc) => string;
  };
}

/**
 * Folds an event into its document, which is undefined where there is none. Must not change
 * the document it is given.
 */
export interface Fold<Doc, E extends Event> {
  (doc: Doc | undefined, event: Recorded<E>): Doc | undefined;
  /** The document begins with the event: nothing is read before. */
  readonly creates?: true;
}

/** One fold for each event type; a type that is left out does not compile. */
export type Folds<Doc, E extends Event> = {
  readonly [T in E['type']]: Fold<Doc, Extract<E, { readonly type: T }>>;
};

/** The fold of an event that begins a document. */
export const creates = <Doc, E extends Event>(make: (event: Recorded<E>) => Doc): Fold<Doc, E> =>
  Object.assign((_: Doc | undefined, event: Recorded<E>) => make(event), { creates: true } as const);

/** The fold of an event that changes a document; without one it changes nothing. */
export const changes =
  <Doc, E extends Event>(fold: (doc: Doc, event: Recorded<E>) => Doc): Fold<Doc, E> =>
  (doc, event) =>
    doc === undefined ? undefined : fold(doc, event);

/** The fold of an event that ends a document. */
export const deletes = (): undefined => undefined;

/** The fold of an event that a read model leaves out: the projector does not read a document for it. */
export const unchanged = <Doc>(doc: Doc): Doc => doc;

/** Folds by the event's `type`; an event of another type leaves the document as it is. */
export function evolveBy<Doc, E extends Event>(on: Folds<Doc, E>): Projection<Doc, E>['evolve'] {
  const byType = new Map(Object.entries(on)) as ReadonlyMap<string, Fold<Doc, E>>;
  return (doc, event) => {
    const fold = byType.get(event.type);
    return fold ? fold(doc, event) : doc;
  };
}

interface Declaration<Doc, E extends Event> extends Collection<Doc> {
  /**
   * `conversation`: each document is made of events of one conversation and is removed when that is erased. `never`: it
   * holds nothing of a conversation but numbers and ids.
   */
  readonly erasedWith: 'conversation' | 'never';
  /** The document after the erasure of a participant whose events made or changed it. Default: it stays. */
  forgets?(doc: Doc, participantId: string): Doc | undefined;
  /** By category, the id of the stream that has events of a document, in the order in which these streams begin. */
  readonly streams?: Readonly<Record<string, (key: string) => string | undefined>>;
  /** The document an event belongs to; undefined where it concerns none. */
  key(event: Recorded<E>): string | undefined;
  readonly on: Folds<Doc, E>;
}

/** A read model: a pure fold of events into one document per key. */
export interface Projection<Doc, E extends Event> extends Declaration<Doc, E> {
  /** The events it folds; all others pass by unread. */
  readonly events: readonly E['type'][];
  /** Events that begin a document: nothing was there before, so nothing is read. */
  readonly createdBy: readonly E['type'][];
  evolve(doc: Doc | undefined, event: Recorded<E>): Doc | undefined;
}

/** Makes a read model of its declaration: the events it folds, and how, both follow from `on`. */
export function projection<Doc, E extends Event>(declaration: Declaration<Doc, E>): Projection<Doc, E> {
  const { on } = declaration;
  const types = Object.keys(on) as E['type'][];
  const events = types.filter((type) => on[type] !== unchanged);
  return { ...declaration, events, createdBy: events.filter((type) => on[type].creates), evolve: evolveBy(on) };
}

/** Each document is made of the events of the stream with its key as id. */
export const ofOneStream = (category: string) => ({
  streams: { [category]: (key: string) => key },
  key: ({ meta }: Recorded) => parseStreamName(meta.stream).id,
});

// biome-ignore lint/suspicious/noExplicitAny: a list of projections is of mixed documents; the projector never looks inside.
export type AnyProjection = Projection<any, any>;

export interface Checkpoint {
  readonly name: string;
  readonly position: Position;
  /** The position that it must have before. Default: any lower position. */
  readonly after?: Position;
}
