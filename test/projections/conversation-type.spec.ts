import { expect, test } from 'vitest';
import {
  type ConversationTypeRecord,
  conversationTypes,
  TEMPLATE_FIELDS,
} from '../../projections/conversation-type/projection.js';
import { instant } from '../../src/kernel/instant.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('conversationType', TENANT, 'support');
const types = givenProjection(conversationTypes);
const created = {
  event: { type: 'ConversationTypeCreated', data: { listItemTemplate: 'x', description: 'd' } },
  stream,
} as const;

test('a type is kept as it was last changed', () =>
  types(created, {
    event: { type: 'ConversationTypeChanged', data: { description: null, retentionDays: 90 } },
    stream,
    meta: { at: instant('2030-01-02') },
  }).shows('support', {
    id: 'support',
    revision: 2,
    updatedAt: instant('2030-01-02'),
    value: { listItemTemplate: 'x', retentionDays: 90 },
  }));

test('a cleared member is gone, not null', () => {
  const { docs } = types(created, { event: { type: 'ConversationTypeChanged', data: { description: null } }, stream });
  expect(docs.get('support')?.value).toEqual({ listItemTemplate: 'x' });
});

test('a deleted type is gone', () =>
  types(created, { event: { type: 'ConversationTypeDeleted', data: {} }, stream }).absent('support'));

test('a type is found by each message template that it names, and by none that it does not', () => {
  const { docs } = types({
    event: {
      type: 'ConversationTypeCreated',
      data: { listItemTemplate: '', messageTemplates: { REQUEST_LOCATION: 'where' } },
    },
    stream,
  });
  const record = docs.get('support') as ConversationTypeRecord;
  expect(TEMPLATE_FIELDS.map((field) => conversationTypes.fields[field]?.(record))).toEqual([
    undefined,
    undefined,
    'where',
  ]);
});
