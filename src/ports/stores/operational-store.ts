import type { Instant } from '../../kernel/instant.js';
import { token } from '../../kernel/token.js';

/**
 * Key of an entry outside the event log: refresh token, idempotency key, timer, presence. Entries are never rebuilt.
 */
export interface OperationalKey {
  readonly tenantId: string;
  /** The kind of thing: `refresh-token`, `idempotency`, `timer`, … */
  readonly kind: string;
  readonly id: string;
}

export interface Entry<V = unknown> {
  readonly key: OperationalKey;
  readonly value: V;
  /** 1 at first, then one more with each put. */
  readonly revision: number;
  readonly due?: Instant;
  readonly lane?: string;
}

/** Place of an entry among those that are due; an entry names its own. */
export interface DuePlace {
  readonly key: Pick<OperationalKey, 'tenantId' | 'id'>;
  readonly due?: Instant;
}

/** Place of an entry in its lane; an entry names its own. */
export interface LanePlace {
  readonly key: Pick<OperationalKey, 'id'>;
  readonly due?: Instant | undefined;
}

/** The list and the counters that an entry belongs to, in addition to its id. */
export interface Listed {
  /** Lists are newest first by this time. */
  readonly at: Instant;
  /** One of few values that lists filter by, such as `FAILED/message.created`. */
  readonly facet: string;
  /** Entries of a group are counted together. */
  readonly group?: string;
}

/** Listed entries with one of the facets, between two times that are exclusive. */
export interface ListedRange {
  readonly facets: readonly string[];
  readonly after?: Instant;
  readonly before?: Instant;
}

export interface ListedPage {
  readonly limit: number;
  /** The last entry of the page before. */
  readonly behind?: { readonly at: Instant; readonly id: string };
  /** Number of entries to pass over. Each is read in the index. */
  readonly skip?: number;
}

/** Entries of a scan; `next` is the place to go on behind, absent at the end. */
export interface Scanned {
  readonly entries: readonly Entry[];
  readonly next?: OperationalKey;
}

export interface PutOptions {
  /** Compare and set: the revision the entry must have; 0 means "must not exist". Default: any revision. */
  readonly expected?: number;
  /** When it expires, or (timers) when it is due. */
  readonly due?: Instant;
  /** The lane in which the entry is listed by `due`, which it must have. Without: it is in none. */
  readonly lane?: string;
  /** Kept lazily: may be lost by a crash of the machine, never by one of the process. For presence and the like. */
  readonly relaxed?: true;
  /** Lists and counts the entry, in the same transaction. Without: it stays as it is listed. */
  readonly listed?: Listed;
}

/** An entry as `put` puts it at any revision. */
export interface Put {
  readonly key: OperationalKey;
  readonly value: unknown;
  readonly due: Instant;
}

export interface OperationalStore {
  get<V>(key: OperationalKey): Promise<Entry<V> | undefined>;
  /** Durable when the promise resolves (but see `relaxed`). False: the revision was another; nothing is changed. */
  put<V>(key: OperationalKey, value: V, options?: PutOptions): Promise<boolean>;
  /** Puts entries of one tenant in order, relaxed, in one call of the store. A crash may leave the first ones alone. */
  putAll(puts: readonly Put[]): Promise<void>;
  /** With `expected` and `relaxed` as in `put`. True when it was removed. */
  remove(key: OperationalKey, expected?: number, options?: Pick<PutOptions, 'relaxed'>): Promise<boolean>;
  /** Entries of all tenants due at `until` or before, by due time, tenant and id; those behind `after`, for the next page. */
  due<V>(kind: string, until: Instant, limit: number, after?: DuePlace): Promise<readonly Entry<V>[]>;
  /** One tenant's entries of a lane, by due time and id; those behind `after`, for the next page. Reads the page alone. */
  inLane<V>(
    tenantId: string,
    kind: string,
    lane: string,
    limit: number,
    after?: LanePlace,
  ): Promise<readonly Entry<V>[]>;
  /** The first tenant by id, behind `after`, that has an entry in the lane. */
  nextTenant(kind: string, lane: string, after?: string): Promise<string | undefined>;
  /** One tenant's entries whose id starts with `prefix`, by id; behind the id `after`, for the next page, and `skip` more. */
  list<V>(
    tenantId: string,
    kind: string,
    prefix: string,
    limit: number,
    after?: string,
    skip?: number,
  ): Promise<readonly Entry<V>[]>;
  /** One tenant's listed entries, newest first, those of one time by id. Reads the page alone. */
  newest<V>(tenantId: string, kind: string, range: ListedRange, page: ListedPage): Promise<readonly Entry<V>[]>;
  /** Number of listed entries. Reads counters, and in the index at most the entries of the minutes at the ends. */
  count(tenantId: string, kind: string, range: ListedRange): Promise<number>;
  countGroup(tenantId: string, kind: string, group: string): Promise<number>;
  /** Lists an entry that is kept already. Its revision stays; false when it is another. */
  relist(key: OperationalKey, listed: Listed, expected: number): Promise<boolean>;
  /** Goes through the next `steps` entries of all tenants by tenant, kind and id, behind `after`, and reads those of the kinds. */
  scan(kinds: readonly string[], steps: number, after?: OperationalKey): Promise<Scanned>;
  /** Forgets what was due before `until`. Returns the number of entries. */
  sweep(kind: string, until: Instant): Promise<number>;
  /** Nothing that was removed before is left in the files of the store. Does nothing where the store does not say. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

/** As they are stored. Only the keys of sealed values, and what seals them, read and write here. */
export const STORED_ENTRIES = token<OperationalStore>('StoredEntries');

export const OPERATIONAL_STORE = token<OperationalStore>('OperationalStore');
