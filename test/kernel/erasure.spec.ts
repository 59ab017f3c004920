import { describe, expect, test } from 'vitest';
import { eventsIn, subjectKey, subjectOf } from '../../src/kernel/erasure.js';

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

test('the events of ranges are counted with both ends', () => {
  const ranges = [
    { stream: 'a', from: 1, to: 3 },
    { stream: 'b', from: 7, to: 7 },
  ];
  expect([eventsIn(ranges), eventsIn([])]).toEqual([4, 0]);
});
