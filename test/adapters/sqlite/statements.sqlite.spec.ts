import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { inTransaction, statements } from '../../../src/adapters/sqlite/statements.js';

test('statements run after FTS5 has written a row id beyond 2^53, which a number does not keep', () => {
  const db = new DatabaseSync(':memory:');
  const prepared = statements(db);
  db.exec("create virtual table words using fts5 (word, content = '', contentless_delete = 1)");
  const last = db.prepare('select last_insert_rowid() as id');
  last.setReadBigInts(true);
  let largest = 0n;
  for (let id = 1; id <= 50; id++) {
    inTransaction(db, () => {
      prepared('insert into words (rowid, word) values (?, ?)').run(id, 'a');
      if (id > 1) prepared('delete from words where rowid = ?').run(id - 1);
    });
    const found = last.get()?.id as bigint;
    if (found > largest) largest = found;
    for (const sql of ['begin', 'commit']) prepared(sql).run();
  }
  expect(largest).toBeGreaterThan(2n ** 53n);
  db.close();
});
