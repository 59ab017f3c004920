import type { Position } from '../../kernel/event.js';
import type { Checkpoint, Collection, Scalar } from '../../kernel/projection.js';
import { token } from '../../kernel/token.js';

export type Condition =
  | { readonly field: string; readonly is: '=' | '>' | '>=' | '<' | '<='; readonly value: Scalar }
  | { readonly field: string; readonly is: 'in'; readonly values: readonly Scalar[] };

/**
 * Numbers by value, texts by code point, false before true. Undefined comes before every defined value. Descending is
 * the exact reverse, so there it comes last.
 */
export interface Order {
  readonly field: string;
  readonly descending: boolean;
}

/** A document's group must hold every word of the text, as `words.ts` finds them; a text without words finds nothing. */
export interface Matching {
  readonly index: string;
  readonly text: string;
  /** A word that the group must not hold. */
  readonly without?: string;
}

export interface Query {
  readonly where?: readonly Condition[];
  /** The group is compared with this collection's document key; the collection itself must declare the index. */
  readonly matching?: Matching;
  /** One field, then the key in the same direction; without: by key. */
  readonly order?: Order;
  /** Keyset: the order field's value (none where it is undefined) and the key of the last document seen; exclusive. Excludes `offset`. */
  readonly after?: { readonly value?: Scalar; readonly key: string };
  readonly offset?: number;
  readonly limit: number;
  /** Bytes of JSON after which a page ends early; it has one document at least. Default: no bound. */
  readonly bytes?: number;
}

export interface Page<Doc> {
  readonly docs: readonly Doc[];
  /** The keys of `docs`, in their order, for the keyset of the next page. */
  readonly keys: readonly string[];
  readonly hasMore: boolean;
}

/** One tenant's documents of one collection, and the only way to read them. @throws StoreUnavailable */
export interface Reader<Doc> {
  get(key: string): Promise<Doc | undefined>;
  /** In the order of `keys`; unknown ones are left out. */
  many(keys: readonly string[]): Promise<readonly Doc[]>;
  /** @throws SearchTooBroad */
  find(query: Query): Promise<Page<Doc>>;
  /**
   * From a counter where the conditions are equalities on one of the declared lists, else counted in an index.
   * @throws SearchTooBroad
   */
  count(query: Pick<Query, 'where' | 'matching'>): Promise<number>;
  /** The sum of a declared number over all documents. 0 where none has it. */
  sum(name: string): Promise<number>;
}

export interface Write {
  readonly collection: Collection<never>;
  readonly tenantId: string;
  readonly key: string;
  /** undefined removes. */
  readonly doc: unknown;
  /** The event that made it; a store without transactions refuses to go back behind it. */
  readonly position: Position;
}

/** A checkpoint is not where the writer left it: someone else writes the read models now. Nothing of the commit counts. */
export class CheckpointConflict extends Error {}

/** A search finds more documents than it can read in its time. */
export class SearchTooBroad extends Error {
  /** A check that throws once the time is over. */
  static after(ms: number, now: () => number): () => void {
    const until = now() + ms;
    return () => {
      if (now() >= until) throw new SearchTooBroad();
    };
  }
}

export interface DocumentStore {
  /**
   * Makes tables and indexes of what is declared; other versions of a collection are left alone until `dropOthers`.
   * Called again, it forgets what it remembers of what it wrote: others may have written since.
   */
  prepare(collections: readonly Collection<never>[]): Promise<void>;
  /** Other versions of the collection that are stored whole with the declared fields, counters, search and indexes. */
  alikeVersions(collection: Collection<never>): Promise<readonly number[]>;
  reader<Doc>(collection: Collection<Doc>, tenantId: string): Reader<Doc>;
  /** The first tenant by id, behind `after`, that has a document of the collection. */
  nextTenant(collection: Collection<never>, after?: string): Promise<string | undefined>;
  /** The position up to which a read model has applied the log; 0 when it is new. */
  checkpoint(name: string): Promise<Position>;
  /** In the order of `names`, all of one moment. */
  checkpoints(names: readonly string[]): Promise<readonly Position[]>;
  /**
   * All writes and checkpoints, or none, in a store with transactions. In a store without, a repeat by position has no
   * effect.
   * @throws CheckpointConflict, StoreUnavailable
   */
  commit(writes: readonly Write[], checkpoints: readonly Checkpoint[]): Promise<void>;
  /**
   * Removes what other versions of the collection left behind, with their checkpoints, named `<name>@<version>`. Those of
   * `kept` stay.
   */
  dropOthers(collection: Collection<never>, kept?: readonly number[]): Promise<void>;
  /** Every collection and checkpoint counts as never made: the next `prepare` makes them empty. */
  reset(): Promise<void>;
  /** Nothing that was removed before is left in the files of the store. Does nothing where the store does not say. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

export const DOCUMENT_STORE = token<DocumentStore>('DocumentStore');
