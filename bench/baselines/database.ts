import { DatabaseSync } from 'node:sqlite';

/** Opens a database as the product does: exclusive, WAL, the same cache size and checkpoint interval. */
export function database(path: string, synchronous: 'FULL' | 'NORMAL', schema: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(`pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
  db.exec('pragma wal_autocheckpoint = 10000; pragma cache_size = -16384; pragma temp_store = memory');
  db.exec(schema);
  return db;
}
