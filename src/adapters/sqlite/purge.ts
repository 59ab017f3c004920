import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { prepare } from './statements.js';

/** Pages of a word index that one step merges. */
const PAGES = 64;

/** Removed rows are overwritten at once; their words go when the segments that hold them are merged, a few at a time. */
export async function purgeRemoved(
  db: DatabaseSync,
  words: readonly string[],
  unlocked: () => Promise<void>,
): Promise<void> {
  await unlocked();
  for (const index of words) {
    const merge = prepare(db, `insert into ${index} (${index}, rank) values ('merge', ?)`);
    // A negative number of pages begins a merge of all segments (FTS5, section 6.8).
    for (let pages = -PAGES; db.isOpen && changesOf(db, () => merge.run(pages)) >= 2; pages = PAGES) {
      await nextTurn();
      await unlocked();
    }
  }
}

function changesOf(db: DatabaseSync, work: () => void): number {
  const before = totalChanges(db);
  work();
  return totalChanges(db) - before;
}

const totalChanges = (db: DatabaseSync): number => Number(db.prepare('select total_changes() as n').get()?.n);
