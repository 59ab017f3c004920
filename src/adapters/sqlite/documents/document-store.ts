import type { DatabaseSync } from 'node:sqlite';
import { cacheBudgets } from '../../../catalogue/cache-budgets.js';
import type { Loop } from '../../../fairness/loop.js';
import type { Position } from '../../../kernel/event.js';
import type { Checkpoint, Collection } from '../../../kernel/projection.js';
import {
  CheckpointConflict,
  type DocumentStore,
  type Reader,
  type Write,
} from '../../../ports/stores/document-store.js';
import { DatabaseThread } from '../database-thread.js';
import { emptyWal, MEMORY, openDatabase } from '../open.js';
import { purgeRemoved } from '../purge.js';
import { type Reads, reading } from '../reads.js';
import { type DocumentSearch, documentSearch } from '../search/document-search.js';
import { documentWords } from '../search/document-words.js';
import { type SearchIndex, searchIndex } from '../search/search-index.js';
import { inTransaction, type Prepared, row, statements } from '../statements.js';
import { TurnTransaction } from '../turn-transaction.js';
import { available, toStoreError } from '../unavailable.js';
import { WalCheckpoints } from '../wal-checkpoints.js';
import { type Counters, documentCounters } from './document-counters.js';
import { documentReader } from './document-reader.js';
import { documentRows, type Rows } from './document-rows.js';
import {
  alikeVersions,
  distrustAll,
  dropVersion,
  otherVersions,
  prepareCommon,
  prepareTable,
} from './document-schema.js';
import { documentTable, type Table, versionId } from './document-table.js';
import { documentTenants, type Tenants } from './document-tenants.js';

/** A prepared collection. */
interface Kept {
  readonly table: Table;
  readonly rows: Rows;
  readonly counters: Counters;
}

const CHECKPOINT = 'insert into checkpoints values (?, ?) on conflict do update set position = excluded.position';

/** 64 MiB: commits move the write-ahead log into the file only where the thread that does it falls behind. */
const CHECKPOINT_PAGES = 16_384;

const NAME = 'read models';
const READ_MODELS = `The ${NAME}`;
const WHEN_DAMAGED = 'Remove it: the service rebuilds it from the event log.';
const answering = <T>(work: () => T): T => available(READ_MODELS, work);

export interface SqliteDocumentStoreOptions {
  /** Other processes of this machine open the file too; one of them at a time writes. */
  readonly shared?: boolean;
  /** Default: nothing waits for a turn. */
  readonly loop?: Loop;
  /** Time of a search in memory. Default: 2 s. */
  readonly longestSearchMs?: number;
}

/** Read models in one file, with one writer: what was written last is remembered here. */
export class SqliteDocumentStore implements DocumentStore {
  private readonly db: DatabaseSync;
  private readonly prepared: Prepared;
  private readonly turn: TurnTransaction;
  private readonly read: <T>(read: () => T) => T;
  private readonly tenants: Tenants;
  private readonly search: DocumentSearch;
  private readonly index: SearchIndex;
  private readonly loop: Loop | undefined;
  private readonly reads: Reads;
  /** A database in memory has one connection only. */
  private readonly thread: DatabaseThread | undefined;
  private readonly walCheckpoints: WalCheckpoints | undefined;
  private readonly collections = new Map<string, Kept>();
  /** Waits until the file takes writes. */
  private readonly unlocked = async (): Promise<void> => this.thread?.unlocked();

  constructor(path: string, { shared = false, loop, longestSearchMs: longestMs }: SqliteDocumentStoreOptions = {}) {
    this.loop = loop;
    this.reads = reading(READ_MODELS, loop);
    const thread = path === MEMORY ? undefined : new DatabaseThread(path, NAME);
    this.thread = thread;
    this.walCheckpoints = thread && new WalCheckpoints(path, () => this.turn.outside(() => thread.checkpoint()));
    this.db = answering(() =>
      openDatabase(path, {
        synchronous: 'NORMAL',
        checkpointPages: CHECKPOINT_PAGES,
        prepare: prepareCommon,
        whenDamaged: WHEN_DAMAGED,
      }),
    );
    this.prepared = statements(this.db);
    this.turn = new TurnTransaction(this.db, this.prepared);
    this.read = (read) => {
      // A commit of another process is seen by the next read, not only in the next turn.
      if (!shared) this.turn.begin();
      return read();
    };
    this.tenants = documentTenants(this.prepared);
    const changes = () => (shared ? (row<[number]>(this.prepared('pragma data_version'))?.[0] ?? 0) : 0);
    this.search = documentSearch(changes);
    this.index = searchIndex(this.prepared, { cacheBytes: cacheBudgets.searchResults, longestMs });
  }

  /** Long reads that wait for their turn. */
  get waiting(): number {
    return this.thread?.waiting ?? 0;
  }

  async prepare(collections: readonly Collection<never>[]): Promise<void> {
    const tables = collections.map((each) => documentTable(each as Collection<unknown>));
    this.transact(() => {
      for (const table of tables) prepareTable(this.db, table);
    });
    this.search.forget();
    for (const each of tables) this.collections.set(versionId(each.collection), keep(each, this.search, this.prepared));
  }

  async alikeVersions(collection: Collection<never>): Promise<readonly number[]> {
    return answering(() => alikeVersions(this.db, documentTable(collection as Collection<unknown>)));
  }

  nextTenant(collection: Collection<never>, after = ''): Promise<string | undefined> {
    return this.reads(() => this.read(() => this.tenants.next(this.kept(collection).table.name, after)));
  }

  reader<Doc>(collection: Collection<Doc>, tenantId: string): Reader<Doc> {
    const { table, counters } = this.kept(collection);
    return documentReader({
      table,
      counters,
      search: this.search,
      index: this.index,
      thread: this.thread,
      sharing: () => this.sharing(table),
      prepared: this.prepared,
      tenantId,
      tenant: () => this.tenants.known(tenantId),
      reads: (read) => this.reads(() => this.read(read), tenantId),
    });
  }

  async checkpoint(name: string): Promise<Position> {
    return answering(() => this.position(name));
  }

  async checkpoints(names: readonly string[]): Promise<readonly Position[]> {
    return answering(() => names.map((name) => this.position(name)));
  }

  async commit(writes: readonly Write[], checkpoints: readonly Checkpoint[]): Promise<void> {
    await this.loop?.pause();
    await this.unlocked();
    try {
      this.transact(() => {
        for (const checkpoint of checkpoints) this.move(checkpoint);
        for (const rows of new Set(writes.map((write) => this.write(write)))) rows.flush();
      });
    } catch (error) {
      this.tenants.forget();
      this.search.forget();
      for (const { rows } of this.collections.values()) rows.forget();
      throw error;
    }
    this.walCheckpoints?.committed();
  }

  async dropOthers(collection: Collection<never>, kept: readonly number[] = []): Promise<void> {
    const { table } = this.kept(collection);
    for (const version of answering(() => otherVersions(this.db, table, kept))) {
      this.collections.delete(versionId({ name: collection.name, version }));
      this.search.forget();
      const drop = () => dropVersion(this.db, collection.name, version, this.unlocked);
      await this.turn.outside(drop).catch((error) => {
        throw toStoreError(READ_MODELS, error);
      });
    }
  }

  async reset(): Promise<void> {
    await this.unlocked();
    this.transact(() => distrustAll(this.db));
    this.tenants.forget();
    this.search.forget();
  }

  async purge(): Promise<void> {
    const words = [...this.collections.values()].flatMap(({ table }) => (table.collection.search ? table.words : []));
    const purge = async () => {
      await purgeRemoved(this.db, words, this.unlocked);
      await (this.thread ? this.thread.between(() => emptyWal(this.db)) : emptyWal(this.db));
    };
    await this.turn.outside(purge).catch((error) => {
      throw toStoreError(READ_MODELS, error);
    });
  }

  async close(): Promise<void> {
    await this.thread?.close();
    this.turn.end();
    if (this.db.isOpen) this.db.close();
  }

  private kept(collection: Pick<Collection<never>, 'name' | 'version'>): Kept {
    const known = this.collections.get(versionId(collection));
    if (known) return known;
    throw new TypeError(`${versionId(collection)} is not prepared.`);
  }

  private transact(work: () => void): void {
    answering(() => {
      this.turn.end();
      inTransaction(this.db, work);
    });
  }

  private position(name: string): Position {
    return row<[number]>(this.prepared('select position from checkpoints where name = ?'), name)?.[0] ?? 0;
  }

  private move({ name, position, after }: Checkpoint): void {
    if (after !== undefined && this.position(name) !== after)
      throw new CheckpointConflict(`The checkpoint ${name} is not at ${after}.`);
    this.prepared(CHECKPOINT).run(name, position);
  }

  private write({ collection, tenantId, key, doc }: Write): Rows {
    const { rows } = this.kept(collection);
    const tenant = this.tenants.number(tenantId);
    if (doc === undefined) rows.remove(tenant, key);
    else rows.put(tenant, key, doc);
    return rows;
  }

  /** All stored versions of other collections: a version that is being rebuilt lacks documents that the old one has. */
  private sharing({ collection: { name, version, search } }: Table): readonly Table[] {
    const isOther = (other: Collection<never>) => other.name !== name || other.version === version;
    const tables = [...this.collections.values()].map(({ table }) => table);
    return tables.filter(({ collection: each }) => each.search?.index === search?.index && isOther(each));
  }
}

function keep(table: Table, search: DocumentSearch, prepared: Prepared): Kept {
  const counters = documentCounters(table, prepared);
  const words = table.collection.search && documentWords(table, table.collection.search, search, prepared);
  return { table, counters, rows: documentRows(table, counters, words, prepared) };
}
