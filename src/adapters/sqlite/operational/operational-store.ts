import type { DatabaseSync } from 'node:sqlite';
import type { Loop } from '../../../fairness/loop.js';
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
import { GroupCommit } from '../group-commit.js';
import { emptyWal, MEMORY, openDatabase } from '../open.js';
import { type Reads, reading } from '../reads.js';
import { inTransaction } from '../statements.js';
import { available } from '../unavailable.js';
import { operationalEntries } from './operational-entries.js';
import { createEntries } from './operational-schema.js';

const SWEPT_AT_ONCE = 500;
/** 64 MiB: commits move the write-ahead log into the file only where the thread that does it falls behind. */
const CHECKPOINT_PAGES = 16_384;

const WHEN_DAMAGED = 'Restore it from a backup, or remove it and set EFFECTS_FROM.';

export interface SqliteOperationalStoreOptions {
  /** Called when the disk failed and the state of the file is uncertain. Default: the process ends with code 70. */
  readonly onFatal?: (error: unknown) => void;
  /** Other processes of this machine open the file too. */
  readonly shared?: boolean;
  /** Default: a read never waits. */
  readonly loop?: Loop;
}

interface Waiting {
  /** The entry that has to be durable. Undefined: it needs no sync, and the next one that is made keeps it too. */
  readonly key: OperationalKey | undefined;
  /**
   * Makes the change in the open transaction; called once. Returns a function that resolves the caller's promise after
   * the commit.
   */
  readonly change: () => () => void;
  readonly reject: (error: Error) => void;
}

const nameOf = ({ tenantId, kind, id }: OperationalKey): string => `${kind} ${tenantId} ${id}`;

const NAME = 'operational store';
const OPERATIONAL_STORE = `The ${NAME}`;
const answering = <T>(work: () => T): T => available(OPERATIONAL_STORE, work);

/**
 * The operational store in one file. The requests of one turn of the event loop are one transaction with one sync. If
 * all of them are relaxed, the transaction has no sync, and the system writes it later.
 */
export class SqliteOperationalStore implements OperationalStore {
  protected readonly db: DatabaseSync;
  private readonly entries: ReturnType<typeof operationalEntries>;
  private readonly reads: Reads;
  private readonly commit: GroupCommit<Waiting>;
  private readonly isShared: boolean;
  private synchronous: 'FULL' | 'NORMAL' = 'FULL';
  /** Kinds and names of entries that are written and not yet durable. */
  private readonly unsynced = new Set<string>();
  private readonly written = { synced: 0, relaxed: 0 };

  constructor(path: string, { shared = false, loop, onFatal }: SqliteOperationalStoreOptions = {}) {
    this.isShared = shared;
    this.db = answering(() =>
      openDatabase(path, {
        synchronous: shared ? 'FULL' : 'NORMAL',
        owned: !shared,
        ...(!shared && { checkpointPages: CHECKPOINT_PAGES }),
        prepare: createEntries,
        whenDamaged: WHEN_DAMAGED,
      }),
    );
    this.entries = answering(() => operationalEntries(this.db));
    this.reads = reading(OPERATIONAL_STORE, loop);
    this.commit = new GroupCommit<Waiting>({
      path: shared || path === MEMORY ? undefined : path,
      name: NAME,
      write: (batch) => this.write(batch),
      onFatal,
    });
  }

  /** How many transactions were written since the start, with fsync and without. */
  get commits(): { readonly synced: number; readonly relaxed: number } {
    return { ...this.written };
  }

  get<V>(key: OperationalKey): Promise<Entry<V> | undefined> {
    return this.durably(() => this.entries.get<V>(key), [nameOf(key)], key.tenantId);
  }

  async put<V>(
    key: OperationalKey,
    value: V,
    { expected, due, lane, relaxed, listed }: PutOptions = {},
  ): Promise<boolean> {
    const text = JSON.stringify(value) ?? 'null';
    return this.change(relaxed ? undefined : key, () =>
      this.entries.put({ key, value: text, expected, due, lane, listed }),
    );
  }

  /** Those of one turn are one transaction. */
  async putAll(puts: readonly Put[]): Promise<void> {
    await Promise.all(puts.map(({ key, value, due }) => this.put(key, value, { due, relaxed: true })));
  }

  async remove(
    key: OperationalKey,
    expected?: number,
    { relaxed }: Pick<PutOptions, 'relaxed'> = {},
  ): Promise<boolean> {
    return this.change(relaxed ? undefined : key, () => this.entries.remove(key, expected));
  }

  due<V>(kind: string, until: Instant, limit: number, after?: DuePlace): Promise<readonly Entry<V>[]> {
    return this.durably(() => this.entries.due<V>(kind, until, limit, after), [kind]);
  }

  inLane<V>(
    tenantId: string,
    kind: string,
    lane: string,
    limit: number,
    after?: LanePlace,
  ): Promise<readonly Entry<V>[]> {
    return this.durably(() => this.entries.inLane<V>(tenantId, kind, lane, limit, after), [kind], tenantId);
  }

  nextTenant(kind: string, lane: string, after?: string): Promise<string | undefined> {
    return this.durably(() => this.entries.nextTenant(kind, lane, after), [kind]);
  }

  list<V>(
    tenantId: string,
    kind: string,
    prefix: string,
    limit: number,
    after?: string,
    skip?: number,
  ): Promise<readonly Entry<V>[]> {
    return this.durably(() => this.entries.list<V>(tenantId, kind, prefix, limit, after, skip), [kind], tenantId);
  }

  newest<V>(tenantId: string, kind: string, range: ListedRange, page: ListedPage): Promise<readonly Entry<V>[]> {
    return this.durably(() => this.entries.newest<V>(tenantId, kind, range, page), [kind], tenantId);
  }

  count(tenantId: string, kind: string, range: ListedRange): Promise<number> {
    return this.durably(() => this.entries.count(tenantId, kind, range), [kind], tenantId);
  }

  countGroup(tenantId: string, kind: string, group: string): Promise<number> {
    return this.durably(() => this.entries.countGroup(tenantId, kind, group), [kind], tenantId);
  }

  async relist(key: OperationalKey, listed: Listed, expected: number): Promise<boolean> {
    return this.change(undefined, () => this.entries.relist(key, listed, expected));
  }

  scan(kinds: readonly string[], steps: number, after?: OperationalKey): Promise<Scanned> {
    return this.durably(() => this.entries.scan(kinds, steps, after), kinds);
  }

  /** A slice at a time, so that nothing else waits for it; what a crash brings back is swept again. */
  async sweep(kind: string, until: Instant): Promise<number> {
    for (let swept = 0; ; ) {
      const slice = await this.change(undefined, () => this.entries.sweep(kind, until, SWEPT_AT_ONCE));
      swept += slice;
      if (slice < SWEPT_AT_ONCE) return swept;
    }
  }

  async purge(): Promise<void> {
    await this.change(undefined, () => undefined);
    await this.commit.between(() => answering(() => emptyWal(this.db)));
  }

  async close(): Promise<void> {
    await this.commit.close();
    if (this.db.isOpen) this.db.close();
  }

  /** A loss of power takes back nothing that was read. */
  private durably<T>(work: () => T, names: readonly string[], tenantId?: string): Promise<T> {
    const isUnsynced = () => names.some((name) => this.unsynced.has(name));
    const again = () => this.durably(work, names, tenantId);
    return this.reads(() => (isUnsynced() ? this.commit.synced().then(again) : work()), tenantId);
  }

  private change<T>(key: OperationalKey | undefined, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const change = () => {
        const answer = work();
        return () => resolve(answer);
      };
      this.commit.add({ key, change, reject });
    });
  }

  private write(batch: readonly Waiting[]) {
    const keys = batch.flatMap(({ key }) => key ?? []);
    const toSync = keys.length > 0;
    if (this.isShared) this.synchronize(toSync ? 'FULL' : 'NORMAL');
    const answers: (() => void)[] = [];
    try {
      inTransaction(this.db, () => {
        for (const { change } of batch) answers.push(change());
        this.entries.flush();
      });
    } catch (error) {
      this.entries.forget();
      throw error;
    }
    for (const key of keys) this.unsynced.add(key.kind).add(nameOf(key));
    const answer = () => {
      this.unsynced.clear();
      this.written[toSync ? 'synced' : 'relaxed']++;
      for (const one of answers) one();
    };
    return { toSync, answer };
  }

  /**
   * Other processes see a commit at once, so it is durable by then: FULL makes it, and all before it, outlast a loss of
   * power. NORMAL writes it.
   */
  private synchronize(wanted: 'FULL' | 'NORMAL'): void {
    if (this.synchronous === wanted) return;
    this.db.exec(`pragma synchronous = ${wanted}`);
    this.synchronous = wanted;
  }
}
