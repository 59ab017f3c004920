import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { statements } from '../statements.js';
import { syncWal } from '../wal-file.js';
import { operationalCounts } from './operational-counts.js';
import { createEntries } from './operational-schema.js';

const PATIENCE_MS = 5_000;
const COLUMNS = 'n, tenant, kind, id, value, revision, due, newest, facet, grouped, lane';
const OTHERS = 'where kind not in (select value from json_each(?))';

/** Copies the entries of one moment, but those of these kinds, into a new file. */
export function copyOperationalFile(from: string, to: string, without: readonly string[]): void {
  const db = new DatabaseSync(to, { timeout: PATIENCE_MS });
  try {
    db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -16384');
    createEntries(db);
    operationalCounts(db, statements(db));
    db.prepare('attach ? as source').run(`${pathToFileURL(from)}?mode=ro`);
    const kinds = JSON.stringify(without);
    db.exec('begin');
    db.prepare(`insert into main.entries (${COLUMNS}) select ${COLUMNS} from source.entries ${OTHERS}`).run(kinds);
    db.prepare(`insert into main.entry_counts select * from source.entry_counts ${OTHERS}`).run(kinds);
    db.exec('commit');
    syncWal(from);
  } finally {
    db.close();
  }
}
