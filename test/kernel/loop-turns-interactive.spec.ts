import { expect, test } from 'vitest';
import { aFlood, nextTurn, read, turnsWith } from './loop-turns.fixture.js';

test('a tenant that asks for a few reads at a time gets more than an equal share, and none of them waits long', async () => {
  const turns = turnsWith(0.2);
  const flood = await aFlood(turns, { readers: 200, tenants: 10 });
  let waiting = 0;
  let mostWaiting = 0;
  const asked: Promise<unknown>[] = [];
  for (let turn = 0; turn < 100; turn++) {
    waiting += 2;
    for (let n = 0; n < 2; n++) asked.push(read(turns, 'interactive').then(() => waiting--));
    await nextTurn();
    mostWaiting = Math.max(mostWaiting, waiting);
  }
  await flood.end();
  await Promise.all(asked);
  expect(mostWaiting).toBeLessThanOrEqual(4);
});

test('after a stall an interactive tenant catches up, although its reads waited in a crowd', async () => {
  const turns = turnsWith(0.2);
  const flood = await aFlood(turns, { readers: 200, tenants: 10 });
  let waiting = 0;
  const asked: Promise<unknown>[] = [];
  const ask = (count: number) => {
    waiting += count;
    for (let n = 0; n < count; n++) asked.push(read(turns, 'interactive').then(() => waiting--));
  };
  for (let turn = 0; turn < 100; turn++) {
    ask(1);
    await nextTurn();
  }
  ask(30);
  let caughtUp: number | undefined;
  for (let turn = 0; turn < 100; turn++) {
    ask(1);
    await nextTurn();
    if (waiting <= 4) caughtUp ??= turn;
  }
  const left = waiting;
  await flood.end();
  await Promise.all(asked);
  expect(caughtUp).toBeLessThan(30);
  expect(left).toBeLessThanOrEqual(4);
});

test('a tenant that asks for one read after the other without end gets three equal shares at most', async () => {
  const turns = turnsWith(0.2);
  const flood = await aFlood(turns, { readers: 200, tenants: 10 });
  const before = flood.begun;
  let isOver = false;
  let begun = 0;
  const reader = async () => {
    for (; !isOver; begun++) await read(turns, 'interactive');
  };
  const reading = reader();
  for (let turn = 0; turn < 200; turn++) await nextTurn();
  const share = begun / (begun + flood.begun - before);
  isOver = true;
  await flood.end();
  await reading;
  expect(share).toBeGreaterThan(1 / 11);
  expect(share).toBeLessThan(3.5 / 11);
});

test('during a rest the waiting reads of an interactive tenant begin, and those of crowded ones do not', async () => {
  let endRest: (() => void) | undefined;
  const turns = turnsWith(0.15, (_ms, work) => {
    if (endRest) setImmediate(work);
    else endRest = work;
  });
  const flood = await aFlood(turns, { readers: 200, tenants: 10 });
  expect(turns.wait('quiet')).toBeUndefined();
  while (!endRest) await nextTurn();
  flood.begun = 0;
  let begun = 0;
  const reading = (async () => {
    for (; begun < 60; begun++) await read(turns, 'interactive');
  })();
  for (let turn = 0; turn < 40; turn++) await nextTurn();
  expect([begun, flood.begun]).toEqual([60, 0]);
  endRest();
  await Promise.all([reading, flood.end()]);
});

test('reads of many interactive tenants do not make a turn of a rest longer than 40 ms', async () => {
  const turns = turnsWith(1, () => {});
  let isOver = false;
  const flood = async (of: number) => {
    while (!isOver) await read(turns, `flood ${of % 10}`);
  };
  for (let n = 0; n < 200; n++) void flood(n);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(turns.wait('quiet')).toBeUndefined();
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  let begun = 0;
  for (let n = 0; n < 180; n++) void read(turns, `interactive ${n % 30}`).then(() => begun++);
  let mostInTurn = 0;
  for (let turn = 0, before = 0; turn < 100; turn++, before = begun) {
    await nextTurn();
    mostInTurn = Math.max(mostInTurn, begun - before);
  }
  isOver = true;
  expect(mostInTurn).toBeLessThanOrEqual(40);
  expect(begun).toBe(180);
});
