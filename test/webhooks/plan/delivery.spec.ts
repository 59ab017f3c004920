import { describe, expect, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import {
  conversationIn,
  laterQueueId,
  newDeliveryId,
  queueId,
  testDeliveryId,
} from '../../../src/webhooks/plan/delivery.js';

const at = (second: number) => instant(Date.UTC(2030, 0, 1, 0, 0, second));

describe('the id of a delivery', () => {
  test('sorts the newest first, and of one moment the last in the log', () => {
    const ids = [newDeliveryId(at(1), 7), newDeliveryId(at(1), 8), newDeliveryId(at(2), 3), newDeliveryId(at(59), 1)];
    expect([...ids].sort()).toEqual([...ids].reverse());
  });
  test('is the same for the same event, so that what is planned twice is one', () =>
    expect(newDeliveryId(at(1), 7)).toBe(newDeliveryId(at(1), 7)));
  test('of a test is made of its UUID', () =>
    expect(testDeliveryId('01a1fee3-3129-788f-9954-a311019d8a29')).toMatch(/^[0-9a-f]{12}-[0-9a-f]{14}$/));
});

describe('a place in the queue of a conversation', () => {
  test('is that of the event in the log', () => {
    const places = [queueId('c', 9), queueId('c', 10), queueId('c', 1_000_000)];
    expect([...places].sort()).toEqual(places);
  });
  test('of what is sent again is behind what was there and before what came later, in the order of the log', () => {
    const places = [
      queueId('c', 100),
      laterQueueId('c', 100, 3, 'a'),
      laterQueueId('c', 100, 20, 'a'),
      queueId('c', 101),
    ];
    expect([...places].sort()).toEqual(places);
  });
  test('is another each time it is sent again', () =>
    expect(laterQueueId('c', 100, 3, 'a')).not.toBe(laterQueueId('c', 100, 3, 'b')));
  test('names its conversation', () => {
    expect(conversationIn(queueId('case-1', 1))).toBe('case-1');
    expect(conversationIn(laterQueueId('case_1', 1, 2, 'a'))).toBe('case_1');
  });
});
