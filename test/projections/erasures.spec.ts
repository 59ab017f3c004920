import { describe, expect, test } from 'vitest';
import { erasures } from '../../projections/erasure/projection.js';
import { messageErasures } from '../../projections/message-erasure/projection.js';
import { erasedRow, messageLog } from '../../projections/message-log/projection.js';
import { participations } from '../../projections/participation/projection.js';
import { subjectKey, subjectOf } from '../../src/kernel/erasure.js';
import type { Event, Recorded } from '../../src/kernel/event.js';
import { instant } from '../../src/kernel/instant.js';
import type { AnyProjection } from '../../src/kernel/projection.js';
import { innerId, streamName } from '../../src/kernel/stream.js';
import { metaOf, TENANT } from '../support/given/given.js';

const at = instant('2030-01-01T08:00:00Z');
const happened = (category: string, id: string, type: string, data: object, version = 1): Recorded =>
  ({ type, data, meta: metaOf(streamName(category, TENANT, id), version) }) as Recorded<Event>;

/** Documents by key, folded from events. */
function fold(projection: AnyProjection, ...events: readonly Recorded[]): ReadonlyMap<string, unknown> {
  const docs = new Map<string, unknown>();
  for (const event of events.filter(({ type }) => projection.events.includes(type))) {
    const key = projection.key(event);
    if (key !== undefined) docs.set(key, projection.evolve(docs.get(key), event));
  }
  return docs;
}

const left = happened('conversation', 'c', 'ParticipantErased', { participantId: 'p', kind: 'USER', userId: 'u' });
const advanced = (key: string, more: object = {}) =>
  happened('erasure', key, 'ErasureAdvanced', { ranges: [{ stream: 's', from: 2, to: 4 }], ...more }, 2);
const completed = (key: string, data: object = {}) => happened('erasure', key, 'ErasureCompleted', data, 3);

describe('the key of a subject', () => {
  test.each([
    ['c', { kind: 'conversation', conversationId: 'c' }],
    ['c.p', { kind: 'participant', conversationId: 'c', participantId: 'p' }],
    ['c..m', { kind: 'message', conversationId: 'c', messageId: 'm' }],
    ['.u', { kind: 'user', userId: 'u' }],
  ] as const)('is %s, and says the subject again', (key, subject) => {
    expect([subjectKey(subject), subjectOf(key)]).toEqual([key, subject]);
  });
});

describe('erasures', () => {
  test('begin with the event that decides them, count events and end with a certificate', () => {
    const docs = fold(
      erasures,
      happened('conversation', 'c', 'ConversationErased', { conversationTypeId: 't' }),
      left,
      happened('erasure', '.u', 'UserErased', { userId: 'u' }),
      happened('conversation', 'old', 'ConversationRemoved', { runId: 'r', conversationTypeId: 't', dueAt: at }),
      advanced('c'),
      advanced('c'),
      completed('c', { events: 6, completedAt: at, signature: 'signed' }),
      completed('old'),
    );
    const common = { requestedBy: 'user:anna', requestedAt: at };
    expect(Object.fromEntries(docs)).toEqual({
      c: {
        ...{ ...common, id: 'event-1', kind: 'CONVERSATION', subjectId: 'c', conversationId: 'c', events: 6 },
        ...{ completedAt: at, signature: 'signed' },
      },
      'c.p': { ...common, id: 'event-1', kind: 'PARTICIPANT', subjectId: 'p', conversationId: 'c', events: 0 },
      '.u': { ...common, id: 'event-1', kind: 'USER', subjectId: 'u', events: 0 },
      old: {
        ...{ ...common, id: 'event-1', kind: 'RETENTION', subjectId: 'old', conversationId: 'old', events: 0 },
        completedAt: at,
      },
    });
  });
  test('of messages are their deletions', () => {
    const deleted = happened('messageLog', 'c', 'MessageDeleted', { messageId: 'm', sequence: 1, lastSequence: 1 });
    expect(fold(messageErasures, deleted).get('c.m')).toEqual({
      ...{ id: 'event-1', kind: 'MESSAGE', subjectId: 'm', conversationId: 'c', events: 1 },
      ...{ requestedBy: 'user:anna', requestedAt: at, completedAt: at },
    });
  });
});

describe('participations', () => {
  const joined = (data: object) =>
    happened('conversation', 'c', 'ParticipantJoined', { participantId: 'p', fromSequence: 0, ...data });
  test('are kept of users, and of others from their erasure on', () => {
    expect(fold(participations, joined({ kind: 'CLIENT', displayName: 'Cleo' })).size).toBe(0);
    expect(fold(participations, joined({ kind: 'USER', userId: 'u' })).get('c.p')).toEqual({
      ...{ conversationId: 'c', participantId: 'p', kind: 'USER', userId: 'u' },
    });
    expect(fold(participations, left, completed('c.p'), completed('.u'), completed('c')).get('c.p')).toEqual({
      ...{ conversationId: 'c', participantId: 'p', kind: 'USER', userId: 'u', erased: true, isComplete: true },
    });
  });
});

describe('a message', () => {
  const posted = happened('messageLog', 'c', 'MessagePosted', {
    ...{ kind: 'TEXT', messageId: 'm', sequence: 1, participantId: 'p', seenBy: 'p', sourceId: 's', text: 'secret' },
  });
  const row = () => fold(messageLog, posted).get(innerId('c', 'm')) as Parameters<typeof erasedRow>[0];
  test('of an erased author keeps its place, its times and its source id', () => {
    const erased = messageLog.forgets?.(row(), 'p');
    expect(erased).toEqual({
      ...{ id: 'm', tenantId: TENANT, conversationId: 'c', participantId: 'p', sequence: 1, kind: 'TEXT' },
      ...{ sourceId: 's', createdAt: at, updatedAt: at, erased: true, revision: 2 },
    });
    expect(messageLog.forgets?.(erased as never, 'p')).toEqual(erased);
    expect(messageLog.forgets?.(row(), 'other')).toEqual(row());
  });
  test('that was erased stays so when later events come', () => {
    const later = { messageId: 'm', sequence: 1, lastSequence: 1 };
    for (const [type, more] of [
      ['MessageDeleted', {}],
      ['AssetStatusChanged', { asset: { status: 'UPLOAD_COMPLETED', file: 'f' } }],
    ] as const) {
      const event = happened('messageLog', 'c', type, { ...later, ...more }, 2);
      expect(messageLog.evolve(erasedRow(row()), event as never)).toEqual(erasedRow(row()));
    }
  });
  test('whose content is erased in the log folds without it', () => {
    const { text: _, ...data } = posted.data as { text: string };
    expect(messageLog.evolve(undefined, { ...posted, data } as never)).not.toHaveProperty('text');
  });
});
