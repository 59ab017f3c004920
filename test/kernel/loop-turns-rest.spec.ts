import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { LoopTurns } from '../../src/kernel/loop-turns.js';
import { aFlood, nextTurn } from './loop-turns.fixture.js';

test('reads that waited for a rest begin in a new turn, however long other work took meanwhile', async () => {
  let now = 0;
  const rests: (() => void)[] = [];
  const after = (_ms: number, work: () => void) => void rests.push(work);
  const turns = new LoopTurns({ monotonic: () => (now += 0.05) }, new AsyncLocalStorage(), undefined, after);
  const flood = await aFlood(turns, { readers: 200, tenants: 10 });
  for (; rests.length === 0; await nextTurn()) await turns.wait('quiet');
  await turns.wait('quiet');
  now += 50;
  flood.begun = 0;
  rests.shift()?.();
  await nextTurn();
  const { begun } = flood;
  const ended = flood.end();
  for (; rests.length > 0; await nextTurn()) rests.shift()?.();
  await ended;
  expect(begun).toBeGreaterThanOrEqual(5);
});
