import type { DatabaseSync } from 'node:sqlite';
import type { Loop } from '../../../fairness/loop.js';
import type { Instant } from '../../../kernel/instant.js';
import { StoreUnavailable } from '../../../ports/stores/event-store.js';
import type {
  DuePlace,
  Entry,
  LanePlace,
  Listed,
  ListedPage,
  ListedRange,
  OperationalKey,
  OperationalStore,
  PutOptions,
  Scanned,
} from '../../../ports/stores/operational-store.js';
import { isIoFailure } from '../errors.js';
import { emptyWal, openDatabase } from '../open.js';
import { type Reads, reading } from '../reads.js';
import { inTransaction } from '../statements.js';
import { available } from '../unavailable.js';
import { operationalEntries } from './operational-entries.js';
import { createEntries } from './operational-schema.js';

/** A transaction blocks the event loop; more than this waits for the next one. */
const LARGEST_BATCH = 512;
const SWEPT_AT_ONCE = 500;
const EX_SOFTWARE = 70;

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
  /** Needs no fsync: the next one that is made for another keeps it too. */
  readonly relaxed: boolean;
  /**
   * Makes the change in the open transaction; called once. Returns a function that resolves the caller's promise after
   * the commit.
   */
  readonly change: () => () => void;
  readonly reject: (error: Error) => void;
}

const OPERATIONAL_STORE = 'The operational store';
const answering = <T>(work: () => T): T => available(OPERATIONAL_STORE, work);

/**
 * The operational store in one file. The requests of one turn of the event loop are one transaction with one fsync. If
 * all of them are relaxed, the transaction has no fsync, and the system writes it later.
 */
export class SqliteOperationalStore implements OperationalStore {
  protected readonly db: DatabaseSync;
  private readonly entries: ReturnType<typeof operationalEntries>;
  private readonly reads: Reads;
  private readonly onFatal: (error: unknown) => void;
  private queue: Waiting[] = [];
  private flushing = false;
  private synchronous: 'FULL' | 'NORMAL' = 'FULL';
  /** Why nothing can be written any more. */
  private over: StoreUnavailable | undefined;
  private readonly written = { synced: 0, relaxed: 0 };

  constructor(path: string, options: SqliteOperationalStoreOptions = {}) {
    this.db = answering(() =>
      openDatabase(path, {
        synchronous: 'FULL',
        owned: !options.shared,
        prepare: createEntries,
        whenDamaged: WHEN_DAMAGED,
      }),
    );
    this.entries = answering(() => operationalEntries(this.db));
    this.reads = reading(OPERATIONAL_STORE, options.loop);
    this.onFatal = options.onFatal ?? endProcess;
  }

  /** How many transactions were written since the start, with fsync and without. */
  get commits(): { readonly synced: number; readonly relaxed: number } {
    return { ...this.written };
  }

  get<V>(key: OperationalKey): Promise<Entry<V> | undefined> {
    return this.reads(() => this.entries.get<V>(key), key.tenantId);
  }

  async put<V>(
    key: OperationalKey,
    value: V,
    { expected, due, lane, relaxed, listed }: PutOptions = {},
  ): Promise<boolean> {
    const text = JSON.stringify(value) ?? 'null';
    return this.change(relaxed === true, () => this.entries.put({ key, value: text, expected, due, lane, listed }));
  }

  async remove(
    key: OperationalKey,
    expected?: number,
    { relaxed }: Pick<PutOptions, 'relaxed'> = {},
  ): Promise<boolean> {
    return this.change(relaxed === true, () => this.entries.remove(key, expected));
  }

  due<V>(kind: string, until: Instant, limit: number, after?: DuePlace): Promise<readonly Entry<V>[]> {
    return this.reads(() => this.entries.due<V>(kind, until, limit, after));
  }

  inLane<V>(
    tenantId: string,
    kind: string,
    lane: string,
    limit: number,
    after?: LanePlace,
  ): Promise<readonly Entry<V>[]> {
    return this.reads(() => this.entries.inLane<V>(tenantId, kind, lane, limit, after), tenantId);
  }

  nextTenant(kind: string, lane: string, after?: string): Promise<string | undefined> {
    return this.reads(() => this.entries.nextTenant(kind, lane, after));
  }

  list<V>(
    tenantId: string,
    kind: string,
    prefix: string,
    limit: number,
    after?: string,
    skip?: number,
  ): Promise<readonly Entry<V>[]> {
    return this.reads(() => this.entries.list<V>(tenantId, kind, prefix, limit, after, skip), tenantId);
  }

  newest<V>(tenantId: string, kind: string, range: ListedRange, page: ListedPage): Promise<readonly Entry<V>[]> {
    return this.reads(() => this.entries.newest<V>(tenantId, kind, range, page), tenantId);
  }

  count(tenantId: string, kind: string, range: ListedRange): Promise<number> {
    return this.reads(() => this.entries.count(tenantId, kind, range), tenantId);
  }

  countGroup(tenantId: string, kind: string, group: string): Promise<number> {
    return this.reads(() => this.entries.countGroup(tenantId, kind, group), tenantId);
  }

  async relist(key: OperationalKey, listed: Listed, expected: number): Promise<boolean> {
    return this.change(true, () => this.entries.relist(key, listed, expected));
  }

  scan(kinds: readonly string[], steps: number, after?: OperationalKey): Promise<Scanned> {
    return this.reads(() => this.entries.scan(kinds, steps, after));
  }

  /** A slice at a time, so that nothing else waits for it; what a crash brings back is swept again. */
  async sweep(kind: string, until: Instant): Promise<number> {
    for (let swept = 0; ; ) {
      const slice = await this.change(true, () => this.entries.sweep(kind, until, SWEPT_AT_ONCE));
      swept += slice;
      if (slice < SWEPT_AT_ONCE) return swept;
    }
  }

  async purge(): Promise<void> {
    await this.change(true, () => undefined);
    answering(() => emptyWal(this.db));
  }

  async close(): Promise<void> {
    if (!this.db.isOpen) return;
    while (this.queue.length > 0) this.flush();
    this.over ??= new StoreUnavailable('The operational store is closed.');
    this.db.close();
  }

  private change<T>(relaxed: boolean, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.over) throw this.over;
      const change = () => {
        const answer = work();
        return () => resolve(answer);
      };
      this.queue.push({ relaxed, change, reject });
      this.scheduleFlush();
    });
  }

  private scheduleFlush(): void {
    if (this.flushing) return;
    this.flushing = true;
    setImmediate(() => {
      this.flushing = false;
      this.flush();
      if (this.queue.length > 0) this.scheduleFlush();
    });
  }

  private flush(): void {
    if (this.queue.length === 0) return;
    const batch = this.queue.splice(0, LARGEST_BATCH);
    const relaxed = batch.every((each) => each.relaxed);
    try {
      this.synchronize(relaxed ? 'NORMAL' : 'FULL');
      const answers: (() => void)[] = [];
      inTransaction(this.db, () => {
        for (const { change } of batch) answers.push(change());
        this.entries.flush();
      });
      this.written[relaxed ? 'relaxed' : 'synced']++;
      for (const answer of answers) answer();
    } catch (error) {
      this.entries.forget();
      this.refuse(batch, error);
    }
  }

  /** In WAL mode NORMAL writes a commit and FULL makes it, and all before it, outlast a loss of power. */
  private synchronize(wanted: 'FULL' | 'NORMAL'): void {
    if (this.synchronous === wanted) return;
    this.db.exec(`pragma synchronous = ${wanted}`);
    this.synchronous = wanted;
  }

  private refuse(batch: readonly Waiting[], cause: unknown): void {
    const refusal = new StoreUnavailable(`Writing to the operational store failed: ${cause}`, { cause });
    for (const { reject } of batch) reject(refusal);
    if (!isIoFailure(cause)) return;
    this.over = refusal;
    for (const { reject } of this.queue.splice(0)) reject(refusal);
    this.onFatal(cause);
  }
}

function endProcess(error: unknown): void {
  process.stderr.write(`The disk of the operational store failed; the process exits: ${error}\n`);
  process.exit(EX_SOFTWARE);
}
