import { describe, expect, test } from 'vitest';
import { erasures } from '../../projections/erasure/projection.js';
import { instant } from '../../src/kernel/instant.js';
import { folded, happened } from '../support/given/folded.js';

const at = instant('2030-01-01T08:00:00Z');
const left = happened('conversation', 'c', 'ParticipantErased', { participantId: 'p', kind: 'USER', userId: 'u' });
const advanced = (key: string, more: object = {}) =>
  happened('erasure', key, 'ErasureAdvanced', { ranges: [{ stream: 's', from: 2, to: 4 }], ...more }, 2);
const completed = (key: string, data: object = {}) => happened('erasure', key, 'ErasureCompleted', data, 3);

describe('erasures', () => {
  test('begin with the event that decides them, count events and end with a certificate', () => {
    const docs = folded(
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
});
