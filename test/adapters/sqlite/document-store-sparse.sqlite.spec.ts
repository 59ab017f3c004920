import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { messageLog } from '../../../projections/message-log/projection.js';
import { messageOfSource, messagesOf } from '../../../projections/message-log/reads.js';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';

const TENANT = '0192f0c0-0000-7000-8000-000000000001';

const message = (sequence: number, sourceId?: string) => ({
  collection: messageLog,
  tenantId: TENANT,
  key: `case.${sequence}`,
  doc: { id: `${sequence}`, conversationId: 'case', sequence, ...(sourceId === undefined ? {} : { sourceId }) },
  position: sequence,
});

test('messages without a source id cost its index nothing, and those with one are found through it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sparse-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'read.db');
  const store = new SqliteDocumentStore(path);
  await store.prepare([messageLog]);
  await store.commit([message(1), message(2, 'a'), message(3), message(4, 'b')], []);
  expect(await messageOfSource(messagesOf(store, TENANT), 'case', 'b')).toMatchObject({ sequence: 4 });
  expect(await messageOfSource(messagesOf(store, TENANT), 'case', 'c')).toBeUndefined();
  await store.close();

  const db = new DatabaseSync(path);
  const index = `message_log_${messageLog.version}_by_conversationId_sourceId_if_present`;
  const question = 'tenant = ? and f_conversationId = ? and f_sourceId = ? order by key limit 2';
  const plan = db
    .prepare(`explain query plan select doc from message_log_${messageLog.version} where ${question}`)
    .all(1, 'case', 'b');
  expect(plan).toEqual([expect.objectContaining({ detail: expect.stringContaining(`USING INDEX ${index}`) })]);
  const entries = `select count(*) as n from message_log_${messageLog.version} indexed by ${index} where f_sourceId is not null`;
  expect(db.prepare(entries).get()).toEqual({ n: 2 });
  db.close();
});
