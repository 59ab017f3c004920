import { expect, test } from 'vitest';
import { TurnQueues } from '../../src/kernel/turn-queues.js';

test('items of a queue are taken in order, and the queue goes behind the others', () => {
  const queues = new TurnQueues<string, string>();
  for (const item of ['a1', 'a2', 'b1']) queues.add(item.charAt(0), item);
  expect([queues.size, queues.lengthOf('a'), queues.lengthOf('c')]).toEqual([2, 2, 0]);
  expect(queues.take('a')).toBe('a1');
  expect([...queues.keys()]).toEqual(['b', 'a']);
  expect([queues.take('a'), queues.take('b')]).toEqual(['a2', 'b1']);
  expect([queues.size, queues.has('a'), queues.take('a')]).toEqual([0, false, undefined]);
});
