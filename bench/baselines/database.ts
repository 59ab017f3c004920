import { DatabaseSync } from 'node:sqlite';

/** As the product opens its own: one owner, WAL, the same cache and the same distance between checkpoints. */
export function database(path: string, synchronous: 'FULL' | 'NORMAL', schema: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(`pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
  db.exec('pragma wal_autocheckpoint = 10000; pragma cache_size = -16384; pragma temp_store = memory');
  db.exec(schema);
  return db;
}
