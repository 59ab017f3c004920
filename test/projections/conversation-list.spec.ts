import { describe, expect, test } from 'vitest';
import { conversationList } from '../../projections/conversation-list/projection.js';
import { instant } from '../../src/kernel/instant.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('conversation', TENANT, 'c');
const messages = streamName('messageLog', TENANT, 'c');
const list = givenProjection(conversationList);
const time = (clock: string) => ({ at: instant(`2030-01-01T${clock}:00Z`) });
const opened = {
  event: { type: 'ConversationOpened', data: { conversationTypeId: 't', description: 'd' } },
  stream,
  meta: time('08:00'),
} as const;
const until = instant('2030-01-01T10:00:00Z');
const locked = {
  event: { type: 'ConversationLocked', data: { until, by: 'anna' } },
  stream,
  meta: time('09:00'),
} as const;
const posted = {
  event: {
    type: 'MessagePosted',
    data: { messageId: 'm', sequence: 1, kind: 'TEXT', text: 'hi', participantId: 'p', seenBy: 'p' },
  },
  stream: messages,
  meta: time('11:00'),
} as const;

describe('a row of the conversation list', () => {
  test('begins when the conversation is opened', () =>
    list(opened).shows('c', { id: 'c', tenantId: TENANT, archived: false, labels: [], lastSequence: 0, revision: 1 }));
  test('counts messages, which move updatedAt but not the revision', () =>
    list(opened, posted).shows('c', { lastSequence: 1, updatedAt: instant('2030-01-01T11:00:00Z'), revision: 1 }));
  test('updatedAt does not go back when the clock of another process is behind', () => {
    const behind = { ...posted, meta: time('07:00') };
    list(opened, behind).shows('c', { lastSequence: 1, updatedAt: instant('2030-01-01T08:00:00Z') });
    const labelled = {
      event: { type: 'ConversationLabelled', data: { labels: ['a'] } },
      stream,
      ...{ meta: time('07:30') },
    };
    list(opened, locked, labelled as never).shows('c', { labels: ['a'], updatedAt: instant('2030-01-01T09:00:00Z') });
  });
  test('loses a cleared description', () => {
    const { docs } = list(opened, { event: { type: 'ConversationChanged', data: { description: null } }, stream });
    expect(docs.get('c')).not.toHaveProperty('description');
  });
  test('an expired lock goes without moving updatedAt', () => {
    const expired = {
      event: { type: 'ConversationLockExpired', data: { until } },
      stream,
      meta: time('10:00'),
    } as const;
    const { docs } = list(opened, locked, expired);
    expect(docs.get('c')).toMatchObject({ updatedAt: instant('2030-01-01T09:00:00Z'), revision: 3 });
    expect(docs.get('c')).not.toHaveProperty('lock');
  });
  test('archiving notes when, bringing back forgets it', () => {
    const archived = { event: { type: 'ConversationArchived', data: {} }, stream } as const;
    const back = { event: { type: 'ConversationChanged', data: { archived: false } }, stream } as const;
    list(opened, archived).shows('c', { archived: true });
    expect(list(opened, archived, back).docs.get('c')).not.toHaveProperty('archivedAt');
  });
});
