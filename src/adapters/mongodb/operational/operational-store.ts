import type { Collection, Db, Filter } from 'mongodb';
import type { Instant } from '../../../kernel/instant.js';
import type {
  DuePlace,
  Entry,
  LanePlace,
  Listed,
  ListedPage,
  ListedRange,
  OperationalKey,
  OperationalStore,
  Put,
  PutOptions,
  Scanned,
} from '../../../ports/stores/operational-store.js';
import { LAST } from '../ids.js';
import { type Mongo, openMongo } from '../open.js';
import { operationalCounters } from './operational-counters.js';
import { COUNT_INDEXES, COUNTS } from './operational-counts.js';
import {
  dueBehind,
  entryOf,
  INDEXES,
  idOf,
  laneBehind,
  put,
  putAll,
  relist,
  remove,
  removeSome,
  tenantsBehind,
} from './operational-entries.js';
import { inRange, listedRows, scanned, spanOf } from './operational-lists.js';
import type { Row } from './operational-row.js';
import { ENTRIES, markUncounted } from './operational-settling.js';

const SWEPT_AT_ONCE = 500;
const COUNTED_AT_ONCE = 500;

export interface MongoOperationalStoreOptions {
  /** Entries that one commit of the counters counts. A tenant with fewer that wait is counted with them. */
  readonly countedAtOnce?: number;
}

/**
 * The operational store in a MongoDB replica set. Each entry is one document, and the filter of each change names its
 * revision.
 */
export class MongoOperationalStore implements OperationalStore {
  private readonly mongo: Mongo;
  private indexed: Promise<unknown> | undefined;
  /** Requests for one entry run in order, although they use several connections. */
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly counters: ReturnType<typeof operationalCounters>;

  /** `url` may name a database; without it is `tidings`. */
  constructor(url: string, { countedAtOnce = COUNTED_AT_ONCE }: MongoOperationalStoreOptions = {}) {
    this.mongo = openMongo(url, 'The operational store');
    this.counters = operationalCounters((work) => this.inDatabase(work), countedAtOnce);
  }

  async get<V>(key: OperationalKey): Promise<Entry<V> | undefined> {
    const found = await this.use((entries) => entries.findOne({ _id: idOf(key), revision: { $exists: true } }));
    return found ? entryOf<V>(found) : undefined;
  }

  async put<V>(key: OperationalKey, value: V, options: PutOptions = {}): Promise<boolean> {
    const text = JSON.stringify(value) ?? 'null';
    const isPut = await this.inTurn([key], (entries) => put(entries, key, text, options));
    if (isPut && options.listed) this.counters.moved(1);
    return isPut;
  }

  async putAll(puts: readonly Put[]): Promise<void> {
    await this.inTurn(
      puts.map(({ key }) => key),
      (entries) => putAll(entries, puts),
    );
  }

  async remove(key: OperationalKey, expected?: number): Promise<boolean> {
    const { removed, moved } = await this.inTurn([key], (entries) => remove(entries, key, expected));
    this.counters.moved(moved);
    return removed;
  }

  async due<V>(kind: string, until: Instant, limit: number, after?: DuePlace): Promise<readonly Entry<V>[]> {
    return this.sorted({ kind: { $eq: kind }, ...dueBehind(until, after) }, ['due', 'tenant', 'id'], limit);
  }

  async inLane<V>(
    tenantId: string,
    kind: string,
    lane: string,
    limit: number,
    after?: LanePlace,
  ): Promise<readonly Entry<V>[]> {
    return this.sorted(laneBehind({ tenant: tenantId, kind, lane }, after), ['due', 'id'], limit);
  }

  async nextTenant(kind: string, lane: string, after = ''): Promise<string | undefined> {
    const options = { projection: { tenant: 1, _id: 0 }, sort: { tenant: 1 } } as const;
    const found = await this.use((entries) => entries.findOne(tenantsBehind(kind, lane, after), options));
    return found?.tenant;
  }

  async list<V>(
    tenantId: string,
    kind: string,
    prefix: string,
    limit: number,
    after?: string,
    skip = 0,
  ): Promise<readonly Entry<V>[]> {
    const from = after !== undefined && after >= prefix ? { $gt: after } : { $gte: prefix };
    const id = { ...from, $lt: prefix + LAST };
    return this.sorted({ tenant: { $eq: tenantId }, kind: { $eq: kind }, id }, ['id'], limit, skip);
  }

  async newest<V>(tenantId: string, kind: string, range: ListedRange, page: ListedPage): Promise<readonly Entry<V>[]> {
    const rows = await this.use((entries) =>
      listedRows(entries, inRange(tenantId, kind, range.facets, spanOf(range)), page),
    );
    return rows.map((row) => entryOf<V>(row));
  }

  async count(tenantId: string, kind: string, range: ListedRange): Promise<number> {
    return this.inDatabase((db) => this.counters.count(db, tenantId, kind, range));
  }

  async countGroup(tenantId: string, kind: string, group: string): Promise<number> {
    return this.inDatabase((db) => this.counters.countGroup(db, tenantId, kind, group));
  }

  async relist(key: OperationalKey, listed: Listed, expected: number): Promise<boolean> {
    const isListed = await this.inTurn([key], (entries) => relist(entries, key, listed, expected));
    if (isListed) this.counters.moved(1);
    return isListed;
  }

  async scan(kinds: readonly string[], steps: number, after?: OperationalKey): Promise<Scanned> {
    const { rows, ...place } = await this.use((entries) => scanned(entries, kinds, steps, after));
    return { entries: rows.map((row) => entryOf(row)), ...place };
  }

  /** A slice at a time, so that none takes long. */
  async sweep(kind: string, until: Instant): Promise<number> {
    const due: Filter<Row> = { kind: { $eq: kind }, due: { $lt: until } };
    for (let swept = 0; ; ) {
      const { removed, moved, more } = await this.use((entries) => removeSome(entries, due, SWEPT_AT_ONCE));
      this.counters.moved(moved);
      swept += removed;
      if (!more) return swept;
    }
  }

  /** MongoDB overwrites freed space in its own time. */
  async purge(): Promise<void> {}

  async close(): Promise<void> {
    await Promise.all(this.turns.values());
    await this.counters.close();
    await this.mongo.close();
  }

  /** To MongoDB a limit of 0 is none. */
  private async sorted<V>(
    filter: Filter<Row>,
    by: readonly string[],
    limit: number,
    skip = 0,
  ): Promise<readonly Entry<V>[]> {
    if (limit <= 0) return [];
    const sort = Object.fromEntries(by.map((field) => [field, 1] as const));
    const rows = await this.use((entries) => entries.find(filter, { sort, limit, skip }).toArray());
    return rows.map((row) => entryOf<V>(row));
  }

  private use<T>(work: (entries: Collection<Row>) => Promise<T>): Promise<T> {
    return this.inDatabase((db) => work(db.collection<Row>(ENTRIES)));
  }

  private async inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    await this.prepared();
    return this.mongo.use(work);
  }

  /** Once, and again after it failed. An index on what is there already may take minutes. */
  private prepared(): Promise<unknown> {
    this.indexed ??= this.mongo.patiently(prepare).catch((error) => {
      this.indexed = undefined;
      throw error;
    });
    return this.indexed;
  }

  private async inTurn<T>(keys: readonly OperationalKey[], work: (entries: Collection<Row>) => Promise<T>): Promise<T> {
    const ids = keys.map(idOf);
    const done = Promise.all(ids.map((id) => this.turns.get(id))).then(() => this.use(work));
    const turn = done.then(
      () => {},
      () => {},
    );
    for (const id of ids) this.turns.set(id, turn);
    try {
      return await done;
    } finally {
      for (const id of ids) if (this.turns.get(id) === turn) this.turns.delete(id);
    }
  }
}

async function prepare(db: Db): Promise<void> {
  await db.collection(ENTRIES).createIndexes([...INDEXES]);
  await db.collection(COUNTS).createIndexes([...COUNT_INDEXES]);
  await markUncounted(db);
}
