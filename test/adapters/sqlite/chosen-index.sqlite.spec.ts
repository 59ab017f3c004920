import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageLog } from '../../../projections/message-log/projection.js';
import { conditions } from '../../../src/adapters/sqlite/documents/document-query.js';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { documentTable } from '../../../src/adapters/sqlite/documents/document-table.js';
import type { Collection } from '../../../src/kernel/projection.js';
import type { Condition } from '../../../src/ports/stores/document-store.js';

const table = documentTable(messageLog as Collection<unknown>);
let folder: string;
let db: DatabaseSync;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chosen-'));
  const store = new SqliteDocumentStore(join(folder, 'read.db'));
  await store.prepare([messageLog]);
  await store.close();
  db = new DatabaseSync(join(folder, 'read.db'));
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const inCase: Condition = { field: 'conversationId', is: '=', value: 'case' };
const upTo: Condition = { field: 'sequence', is: '<=', value: 9 };

test.each<[string, readonly Condition[]]>([
  ['sequence', [inCase, upTo]],
  ['updatedAt', [inCase, { field: 'updatedAt', is: '=', value: 'now' }, upTo]],
  ['sourceId', [inCase, { field: 'sourceId', is: '=', value: 'a' }, upTo]],
  ['seenBy_sequence', [inCase, { field: 'seenBy', is: '=', value: 'anna' }, upTo]],
  ['updatedAt', [inCase, { field: 'updatedAt', is: 'in', values: ['now'] }, upTo]],
])('the index by %s is chosen where it leads through more equal fields than one with a range', (name, where) => {
  const { sql, bound } = conditions(table, 1, where);
  const plan = db.prepare(`explain query plan select doc from ${table.name} where ${sql}`).all(...bound);
  expect(plan[0]?.detail).toMatch(new RegExp(`USING INDEX ${table.name}_by_conversationId_${name}(_if_present)? `));
});
