import { describe, expect, test } from 'vitest';
import { messageErasures } from '../../projections/message-erasure/projection.js';
import { instant } from '../../src/kernel/instant.js';
import { folded, happened } from '../support/given/folded.js';

const at = instant('2030-01-01T08:00:00Z');

describe('erasures', () => {
  test('of messages are their deletions', () => {
    const deleted = happened('messageLog', 'c', 'MessageDeleted', { messageId: 'm', sequence: 1, lastSequence: 1 });
    expect(folded(messageErasures, deleted).get('c.m')).toEqual({
      ...{ id: 'event-1', kind: 'MESSAGE', subjectId: 'm', conversationId: 'c', events: 1 },
      ...{ requestedBy: 'user:anna', requestedAt: at, completedAt: at },
    });
  });
});
