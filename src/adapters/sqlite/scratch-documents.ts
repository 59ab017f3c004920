import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** Texts by model, tenant and key. */
export interface ScratchRow {
  readonly model: number;
  readonly tenantId: string;
  readonly key: string;
  /** undefined removes. */
  readonly text: string | undefined;
}

const TABLE = `create table docs (model integer, tenant text, key text, text text, primary key (model, tenant, key))
  without rowid`;

/** More documents than fit in memory, in a file that no name leads to. It ends with the process. */
export class ScratchDocuments {
  private readonly db: DatabaseSync;
  private readonly one: StatementSync;
  private readonly put: StatementSync;
  private readonly remove: StatementSync;
  private readonly range: StatementSync;

  /** SQLite makes the file in `folder`. */
  constructor(folder: string) {
    process.env.SQLITE_TMPDIR = folder;
    this.db = new DatabaseSync('');
    this.db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536');
    this.db.exec(TABLE);
    this.one = this.db.prepare('select text from docs where model = ? and tenant = ? and key = ?');
    this.put = this.db.prepare('insert or replace into docs values (?, ?, ?, ?)');
    this.remove = this.db.prepare('delete from docs where model = ? and tenant = ? and key = ?');
    this.range = this.db.prepare(
      'select key, text from docs where model = ? and tenant = ? and key > ? and key <= ? order by key limit ? + 0',
    );
  }

  get(model: number, tenantId: string, key: string): string | undefined {
    return this.one.get(model, tenantId, key)?.text as string | undefined;
  }

  write(rows: Iterable<ScratchRow>): void {
    this.db.exec('begin');
    for (const { model, tenantId, key, text } of rows) {
      if (text === undefined) this.remove.run(model, tenantId, key);
      else this.put.run(model, tenantId, key, text);
    }
    this.db.exec('commit');
  }

  /** Up to `limit` rows behind the key `after` up to `through`, by key. */
  between(model: number, tenantId: string, after: string, through: string, limit: number) {
    const rows = this.range.all(model, tenantId, after, through, limit);
    return rows as unknown as readonly { readonly key: string; readonly text: string }[];
  }

  removeTenant(model: number, tenantId: string): void {
    this.db.prepare('delete from docs where model = ? and tenant = ?').run(model, tenantId);
  }

  close(): void {
    if (this.db.isOpen) this.db.close();
  }
}
