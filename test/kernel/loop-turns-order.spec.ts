import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { LoopTurns } from '../../src/kernel/loop-turns.js';
import { nextTurn, read } from './loop-turns.fixture.js';

/** Reads of two tenants wait; time passes when it is told to, and 0.2 ms with each read. No rest lasts. */
async function crowdedTurns() {
  const time = { ms: 0 };
  const turns = new LoopTurns({ monotonic: () => time.ms }, new AsyncLocalStorage(), (_ms, work) => work());
  const order: string[] = [];
  const reading = async (of: string) => {
    await read(turns, of);
    time.ms += 0.2;
    order.push(of);
  };
  void turns.wait('first');
  time.ms += 6;
  for (let n = 0; n < 400; n++) void reading(n % 2 === 0 ? 'many' : 'others');
  await nextTurn();
  order.length = 0;
  return { turns, time, order, reading };
}

test('a commit goes before reads that wait, and so does all that follows from it at once', async () => {
  const { turns, order } = await crowdedTurns();
  const commit = Promise.withResolvers<void>();
  turns.doBeforeReads(() => {
    order.push('commit');
    commit.resolve();
  });
  void commit.promise.then(() => order.push('answer'));
  await nextTurn();
  expect(order.slice(0, 2)).toEqual(['commit', 'answer']);
  expect(order.length).toBeGreaterThan(3);
});

test('of two commits in a turn each is answered before the next', async () => {
  const { turns, order } = await crowdedTurns();
  for (const name of ['first', 'second']) {
    turns.doBeforeReads(() => {
      order.push(name);
      queueMicrotask(() => order.push(`answer to the ${name}`));
    });
  }
  await nextTurn();
  expect(order.slice(0, 4)).toEqual(['first', 'answer to the first', 'second', 'answer to the second']);
});

test('a commit that follows from another is made in the next turn', async () => {
  const { turns, order } = await crowdedTurns();
  turns.doBeforeReads(() => turns.doBeforeReads(() => order.push('later')));
  await nextTurn();
  expect(order).not.toContain('later');
  const before = order.length;
  await nextTurn();
  expect(order[before]).toBe('later');
});

test('commits are made where nothing reads, and those that follow from them', async () => {
  const turns = new LoopTurns({ monotonic: () => 0 }, new AsyncLocalStorage());
  await new Promise<void>((done) => turns.doBeforeReads(() => turns.doBeforeReads(done)));
});

test('the time of new input counts: a turn of long input begins one waiting read', async () => {
  const { time, order } = await crowdedTurns();
  time.ms += 6;
  await nextTurn();
  expect(order).toHaveLength(1);
  order.length = 0;
  await nextTurn();
  expect(order.length).toBeGreaterThan(5);
});

test('reads for a page of events begin in a turn of long input, too', async () => {
  const { turns, time, order, reading } = await crowdedTurns();
  time.ms += 6;
  void turns.handle(async () => {
    for (let n = 0; n < 10; n++) await reading('page');
  });
  expect(order).toEqual([]);
  await nextTurn();
  expect(order.filter((each) => each === 'page')).toHaveLength(10);
});
