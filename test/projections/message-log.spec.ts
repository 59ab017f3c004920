import { describe, expect, test } from 'vitest';
import { messageLog } from '../../projections/message-log/projection.js';
import { instant } from '../../src/kernel/instant.js';
import { streamName } from '../../src/kernel/stream.js';
import { metaOf, TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('messageLog', TENANT, 'c');
const log = givenProjection(messageLog);
const time = (clock: string) => ({ at: instant(`2030-01-01T${clock}:00Z`) });
const location = { latitude: 48.2, longitude: 16.4, positionedAt: '2030-01-01T07:00:00.000Z' };

const posted = {
  event: {
    type: 'MessagePosted',
    data: {
      messageId: 'm',
      sequence: 7,
      kind: 'LOCATION',
      text: 'here',
      location,
      formattedAddress: 'Stephansplatz 1',
      participantId: 'p',
      seenBy: 'shared',
      sourceId: 's',
    },
  },
  stream,
  meta: time('08:00'),
} as const;
const deletion = { type: 'MessageDeleted', data: { messageId: 'm', sequence: 7, lastSequence: 9 } } as const;
const deleted = { event: deletion, stream, meta: time('09:00') };

describe('a message of the log', () => {
  test('says what was posted, when and where', () =>
    expect(log(posted).docs.get('c.m')).toEqual({
      id: 'm',
      tenantId: TENANT,
      conversationId: 'c',
      participantId: 'p',
      sequence: 7,
      kind: 'LOCATION',
      text: 'here',
      location,
      formattedAddress: 'Stephansplatz 1',
      sourceId: 's',
      seenBy: 'shared',
      createdAt: time('08:00').at,
      updatedAt: time('08:00').at,
      revision: 1,
    }));
  test('loses what it said when it is deleted, and keeps its place', () =>
    expect(log(posted, deleted).docs.get('c.m')).toEqual({
      id: 'm',
      tenantId: TENANT,
      conversationId: 'c',
      participantId: 'p',
      sequence: 7,
      kind: 'LOCATION',
      sourceId: 's',
      seenBy: 'shared',
      createdAt: time('08:00').at,
      updatedAt: time('09:00').at,
      deletedAt: time('09:00').at,
      revision: 2,
    }));
  test('is deleted once', () =>
    log(posted, deleted, { ...deleted, meta: time('10:00') }).shows('c.m', {
      deletedAt: time('09:00').at,
      revision: 2,
    }));
  test('that was never posted is none', () => log(deleted).absent('c.m'));
  test('is found by words until it is deleted', () => {
    const text = (docs: ReturnType<typeof log>) => messageLog.search?.text(docs.docs.get('c.m') as never);
    expect(text(log(posted))).toBe('here');
    expect(text(log(posted, deleted))).toBe('');
  });
  test('is a new document with each change, never the old one changed', () => {
    const before = messageLog.evolve(undefined, { ...posted.event, meta: metaOf(stream, 1, posted.meta) });
    const copy = structuredClone(before);
    messageLog.evolve(before, { ...deletion, meta: metaOf(stream, 2, deleted.meta) });
    expect(before).toEqual(copy);
  });
});
