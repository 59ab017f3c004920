import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/adapters/sqlite/open.js';
import { statements } from '../../../src/adapters/sqlite/statements.js';
import { TurnTransaction } from '../../../src/adapters/sqlite/turn-transaction.js';

describe('the transaction of the reads of a turn', () => {
  let folder: string;
  let db: DatabaseSync;
  let other: DatabaseSync;
  let turn: TurnTransaction;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidings-turn-'));
    const path = join(folder, 'read.db');
    db = openDatabase(path, { synchronous: 'NORMAL' });
    db.exec('create table words (word text)');
    other = new DatabaseSync(path, { timeout: 0 });
    turn = new TurnTransaction(db, statements(db));
  });
  afterEach(() => {
    other.close();
    if (db.isOpen) db.close();
    rmSync(folder, { recursive: true });
  });

  const read = () => {
    turn.begin();
    return db.prepare('select count(*) as n from words').get()?.n;
  };
  const add = () => other.exec(`insert into words values ('word')`);
  const isHeldBack = () => other.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 1;

  test('shows one state, and ends with the turn', async () => {
    expect(read()).toBe(0);
    add();
    expect(read()).toBe(0);
    expect(isHeldBack()).toBe(true);
    await nextTurn();
    expect(isHeldBack()).toBe(false);
    expect(read()).toBe(1);
  });

  test('is left out where work waits until nobody reads', async () => {
    read();
    await turn.outside(async () => {
      read();
      expect(db.isTransaction).toBe(false);
      expect(isHeldBack()).toBe(false);
      await nextTurn();
      read();
      expect(db.isTransaction).toBe(false);
    });
    read();
    expect(db.isTransaction).toBe(true);
  });

  test('ends without an error when the file was closed in the turn', async () => {
    read();
    db.close();
    await nextTurn();
    expect(() => turn.end()).not.toThrow();
  });
});
