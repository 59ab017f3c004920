import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { LoopTurns } from '../../src/kernel/loop-turns.js';
import { aFlood, nextTurn, read } from './loop-turns.fixture.js';

/** Other work takes most of the time: 27 ms pass in each turn of the event loop, and a read takes 0.15 ms. */
function overloaded() {
  const clock = { ms: 0, monotonic: () => (clock.ms += 0.05) };
  const due: { readonly atMs: number; readonly work: () => void }[] = [];
  const after = (ms: number, work: () => void) => void due.push({ atMs: clock.ms + ms, work });
  const turns = new LoopTurns(clock, new AsyncLocalStorage(), undefined, after);
  const turn = async () => {
    clock.ms += 27;
    while (due[0] && due[0].atMs <= clock.ms) due.shift()?.work();
    await nextTurn();
  };
  return { turns, turn };
}

/** Reads of a tenant, and how many of them wait. */
function asking(turns: LoopTurns, tenantId: string) {
  const asked = { waiting: 0, all: [] as Promise<unknown>[], ask: (_count: number) => {} };
  asked.ask = (count) => {
    asked.waiting += count;
    for (let n = 0; n < count; n++) asked.all.push(read(turns, tenantId).then(() => asked.waiting--));
  };
  return asked;
}

test('a tenant whose reads take little time catches up, however many of them wait', async () => {
  const { turns, turn } = overloaded();
  const flood = await aFlood(turns, { readers: 200, tenants: 10 });
  const quiet = asking(turns, 'quiet');
  quiet.ask(60);
  for (let n = 0; n < 30; n++) {
    quiet.ask(2);
    await turn();
  }
  const { waiting } = quiet;
  let isOver = false;
  const ended = Promise.all([flood.end(), ...quiet.all]).then(() => {
    isOver = true;
  });
  while (!isOver) await turn();
  await ended;
  expect(waiting).toBeLessThanOrEqual(4);
});

test('requests that read nothing use up the share of their tenant, too', async () => {
  const { turns, turn } = overloaded();
  const flood = await aFlood(turns, { readers: 20, tenants: 1 });
  turns.wait('flood 0');
  const requests = Array.from({ length: 60 }, () => turns.waitToServe('asking'));
  const atOnce = requests.filter((wait) => !wait).length;
  let isOver = false;
  const ended = Promise.all([flood.end(), ...requests]).then(() => {
    isOver = true;
  });
  while (!isOver) await turn();
  await ended;
  expect(atOnce).toBeGreaterThan(10);
  expect(atOnce).toBeLessThan(40);
});
