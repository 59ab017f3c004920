import { expect, test } from 'vitest';
import { type MessageRow, messageLog } from '../../../../projections/message-log/projection.js';
import { isIndexed } from '../../../../src/adapters/sqlite/documents/document-query.js';
import { documentTable } from '../../../../src/adapters/sqlite/documents/document-table.js';
import { instant } from '../../../../src/kernel/instant.js';
import type { Collection } from '../../../../src/kernel/projection.js';
import { MessagesByChange } from '../../../../src/modules/audit/as-of/application/messages-by-change.js';
import type { Query, Reader } from '../../../../src/ports/stores/document-store.js';

test('messages of one time are found by an index alone, however long the conversation is', async () => {
  const asked: Query[] = [];
  const find = async (query: Query) => {
    asked.push(query);
    return { docs: [], keys: [], hasMore: false };
  };
  const present = { find } as unknown as Reader<MessageRow>;
  const end = { version: 50_000, position: 60_000, sequence: 50_000, at: instant('2026-11-29T10:00:00.000Z') };
  await MessagesByChange.of({ present, rowThen: async (row) => row, end }, 'case');
  const table = documentTable(messageLog as Collection<unknown>);
  const ofOneTime = asked.filter(({ where }) => where?.some(({ field, is }) => field === 'updatedAt' && is === '='));
  expect(ofOneTime.map((query) => isIndexed(table, query))).toEqual([true]);
});
