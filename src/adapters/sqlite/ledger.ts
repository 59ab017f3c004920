import type { DatabaseSync } from 'node:sqlite';
import type { Instant } from '../../kernel/instant.js';
import type { Entry, Ledger, LedgerKey, PutOptions } from '../../ports/ledger.js';
import { openDatabase } from './open.js';
import { available } from './unavailable.js';

interface Row {
  readonly tenant: string;
  readonly kind: string;
  readonly id: string;
  readonly value: string;
  readonly revision: number;
  readonly due: string | null;
}

interface Job {
  readonly work: () => boolean;
  readonly done: (changed: boolean) => void;
  readonly failed: (error: unknown) => void;
}

const SCHEMA = `
  create table if not exists entries (
    tenant text not null, kind text not null, id text not null,
    value text not null, revision integer not null, due text,
    primary key (tenant, kind, id)
  ) strict, without rowid;
  create index if not exists entries_due on entries (kind, due) where due is not null;`;

/**
 * Writes that arrive in one turn of the event loop share one commit. A batch with a durable write in it is fsynced;
 * one of relaxed writes alone is committed without (the process may die, the machine may not).
 */
export class SqliteLedger implements Ledger {
  private readonly db: DatabaseSync;
  private waiting: Job[] = [];
  private durable = false;

  constructor(path: string) {
    this.db = openDatabase(path, { synchronous: 'FULL' });
    this.db.exec(SCHEMA);
  }

  async get<V>({ tenantId, kind, id }: LedgerKey): Promise<Entry<V> | undefined> {
    const row = this.db
      .prepare('select * from entries where tenant = ? and kind = ? and id = ?')
      .get(tenantId, kind, id);
    return row && entry<V>(row as unknown as Row);
  }

  put<V>({ tenantId, kind, id }: LedgerKey, value: V, { expected, due, relaxed }: PutOptions = {}): Promise<boolean> {
    const text = JSON.stringify(value);
    return this.write(!relaxed, () => {
      const known = this.db
        .prepare('select revision from entries where tenant = ? and kind = ? and id = ?')
        .get(tenantId, kind, id);
      const revision = Number(known?.revision ?? 0);
      if (expected !== undefined && expected !== revision) return false;
      this.db
        .prepare('insert or replace into entries (tenant, kind, id, value, revision, due) values (?, ?, ?, ?, ?, ?)')
        .run(tenantId, kind, id, text, revision + 1, due ?? null);
      return true;
    });
  }

  remove({ tenantId, kind, id }: LedgerKey, expected?: number): Promise<boolean> {
    return this.write(true, () => {
      const where = expected === undefined ? '' : ' and revision = ?';
      const { changes } = this.db
        .prepare(`delete from entries where tenant = ? and kind = ? and id = ?${where}`)
        .run(tenantId, kind, id, ...(expected === undefined ? [] : [expected]));
      return Number(changes) > 0;
    });
  }

  async due<V>(kind: string, until: Instant, limit: number): Promise<readonly Entry<V>[]> {
    const rows = this.db
      .prepare('select * from entries where kind = ? and due <= ? order by due limit ?')
      .all(kind, until, limit);
    return (rows as unknown as Row[]).map((row) => entry<V>(row));
  }

  async list<V>(tenantId: string, kind: string, prefix: string, limit: number): Promise<readonly Entry<V>[]> {
    const rows = this.db
      .prepare(
        'select * from entries where tenant = ? and kind = ? and id >= ? and substr(id, 1, ?) = ? order by id limit ?',
      )
      .all(tenantId, kind, prefix, prefix.length, prefix, limit);
    return (rows as unknown as Row[]).map((row) => entry<V>(row));
  }

  async sweep(kind: string, until: Instant): Promise<number> {
    return Number(this.db.prepare('delete from entries where kind = ? and due < ?').run(kind, until).changes);
  }

  async close(): Promise<void> {
    if (this.waiting.length > 0) this.flush();
    this.db.close();
  }

  private write(durable: boolean, work: () => boolean): Promise<boolean> {
    return new Promise((done, failed) => {
      if (this.waiting.push({ work, done, failed }) === 1) setImmediate(() => this.flush());
      this.durable ||= durable;
    });
  }

  private flush(): void {
    const jobs = this.waiting;
    this.waiting = [];
    const synchronous = this.durable ? 'FULL' : 'NORMAL';
    this.durable = false;
    if (jobs.length === 0) return;
    try {
      const answers = available('ledger', () => this.commit(jobs, synchronous));
      for (const [i, { done }] of jobs.entries()) done(answers[i] ?? false);
    } catch (error) {
      for (const { failed } of jobs) failed(error);
    }
  }

  private commit(jobs: readonly Job[], synchronous: string): readonly boolean[] {
    this.db.exec(`pragma synchronous = ${synchronous}; begin immediate`);
    try {
      const answers = jobs.map(({ work }) => work());
      this.db.exec('commit');
      return answers;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('rollback');
      throw error;
    }
  }
}

const entry = <V>({ tenant, kind, id, value, revision, due }: Row): Entry<V> => ({
  key: { tenantId: tenant, kind, id },
  value: JSON.parse(value) as V,
  revision: Number(revision),
  ...(due === null ? {} : { due: due as Instant }),
});
