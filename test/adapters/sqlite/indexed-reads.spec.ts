import { describe, expect, test } from 'vitest';
import { conversationList } from '../../../projections/conversation-list/projection.js';
import { messageLog } from '../../../projections/message-log/projection.js';
import { participantRoster } from '../../../projections/participant-roster/projection.js';
import { isIndexed } from '../../../src/adapters/sqlite/documents/document-query.js';
import { documentTable } from '../../../src/adapters/sqlite/documents/document-table.js';
import type { Collection } from '../../../src/kernel/projection.js';
import type { Query } from '../../../src/ports/stores/document-store.js';

const table = (collection: unknown) => documentTable(collection as Collection<unknown>);
const [conversations, messages, roster] = [conversationList, messageLog, participantRoster].map(table);
const is = (field: string, value: string | number | boolean) => ({ field, is: '=', value }) as const;
const by = (field: string) => ({ field, descending: true });
const limit = 50;

const short: Readonly<Record<string, readonly [typeof messages, Query]>> = {
  'conversations by time': [conversations, { order: by('createdAt'), limit }],
  'archived conversations by time of change': [
    conversations,
    { where: [is('archived', true)], order: by('updatedAt'), limit },
  ],
  'conversations since a time': [
    conversations,
    { where: [{ field: 'createdAt', is: '>', value: 'x' }], order: by('createdAt'), limit },
  ],
  'messages behind a sequence': [
    messages,
    { where: [is('conversationId', 'c'), { field: 'sequence', is: '<', value: 7 }], order: by('sequence'), limit },
  ],
  'one message': [messages, { where: [is('conversationId', 'c'), is('sequence', 7)], limit: 1 }],
  'users of several conversations': [
    roster,
    {
      where: [{ field: 'conversationId', is: 'in', values: ['c', 'd'] }, is('kind', 'USER')],
      order: by('conversationId'),
      limit,
    },
  ],
};

const long: typeof short = {
  'behind many': [conversations, { order: by('createdAt'), offset: 5_000, limit }],
  'messages changed since a time, by sequence': [
    messages,
    {
      where: [is('conversationId', 'c'), { field: 'updatedAt', is: '>', value: 'x' }],
      order: by('sequence'),
      limit,
    },
  ],
  'by a field without an index': [conversations, { where: [is('archived', true)], order: by('archivedAt'), limit }],
};

describe('an index leads at once to', () => {
  for (const [what, [of, query]] of Object.entries(short))
    test(what, () => expect(of && isIndexed(of, query)).toBe(true));
});

describe('no index leads at once to', () => {
  for (const [what, [of, query]] of Object.entries(long))
    test(what, () => expect(of && isIndexed(of, query)).toBe(false));
});
