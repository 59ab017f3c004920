import { describe, expect, test } from 'vitest';
import { participations } from '../../projections/participation/projection.js';
import { folded, happened } from '../support/given/folded.js';

const left = happened('conversation', 'c', 'ParticipantErased', { participantId: 'p', kind: 'USER', userId: 'u' });
const completed = (key: string, data: object = {}) => happened('erasure', key, 'ErasureCompleted', data, 3);

describe('participations', () => {
  const joined = (data: object) =>
    happened('conversation', 'c', 'ParticipantJoined', { participantId: 'p', fromSequence: 0, ...data });
  test('are kept of users, and of others from their erasure on', () => {
    expect(folded(participations, joined({ kind: 'CLIENT', displayName: 'Cleo' })).size).toBe(0);
    expect(folded(participations, joined({ kind: 'USER', userId: 'u' })).get('c.p')).toEqual({
      ...{ conversationId: 'c', participantId: 'p', kind: 'USER', userId: 'u' },
    });
    expect(folded(participations, left, completed('c.p'), completed('.u'), completed('c')).get('c.p')).toEqual({
      ...{ conversationId: 'c', participantId: 'p', kind: 'USER', userId: 'u', erased: true, isComplete: true },
    });
  });
});
