import { expect, test } from 'vitest';
import { LoopTurns } from '../../src/kernel/loop-turns.js';

/** Milliseconds that pass with each question. */
function turnsWith(ms: number) {
  let now = 0;
  return new LoopTurns({ monotonic: () => (now += ms) });
}

const read = async (turns: LoopTurns, tenantId?: string): Promise<void> => turns.wait(tenantId);

/** How many reads are done in each turn of the event loop. */
async function readsByTurn(turns: LoopTurns, readers: number, reads: number): Promise<readonly number[]> {
  const done: number[] = [0];
  let isOver = false;
  const nextTurn = () => {
    done.push(0);
    if (!isOver) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  const reader = async () => {
    for (let n = 0; n < reads; n++) {
      await read(turns);
      done[done.length - 1] = (done.at(-1) ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  isOver = true;
  return done.filter((n) => n > 0);
}

test('a loop of many reads ends its turn of the event loop after 10 ms', async () => {
  const done = await readsByTurn(turnsWith(1), 1, 400);
  expect(done.length).toBeGreaterThan(8);
  expect(Math.max(...done)).toBeLessThanOrEqual(41);
});

test('many loops of reads share one turn', async () => {
  const done = await readsByTurn(turnsWith(1), 20, 20);
  expect(Math.max(...done)).toBeLessThanOrEqual(41);
  expect(done.reduce((sum, n) => sum + n, 0)).toBe(400);
});

test('short work never waits', async () => {
  expect(await readsByTurn(turnsWith(0), 5, 100)).toEqual([500]);
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a read of a tenant that reads little begins in the next turn, whatever waits of others', async () => {
  const turns = turnsWith(1);
  const ended: string[] = [];
  const reading = (tenantId: string) => read(turns, tenantId).then(() => ended.push(tenantId));
  const many = Array.from({ length: 2_000 }, () => reading('many'));
  await nextTurn();
  const one = reading('one');
  await nextTurn();
  await one;
  expect(ended.length).toBeLessThan(150);
  await Promise.all(many);
  expect(ended).toHaveLength(2_001);
});

test('a read that waits begins before one that comes later', async () => {
  const turns = turnsWith(1);
  const ended: number[] = [];
  let begun = 0;
  const reading = () => {
    const n = begun++;
    return read(turns).then(() => ended.push(n));
  };
  const reads: Promise<unknown>[] = [];
  for (let turn = 0; turn < 20; turn++) {
    for (let n = 0; n < 60; n++) reads.push(reading());
    await nextTurn();
  }
  await Promise.all(reads);
  expect(ended).toEqual(ended.toSorted((a, b) => a - b));
});

test('handlers of many events each have a turn of their own', async () => {
  const turns = turnsWith(11);
  let turn = 0;
  const begun: number[] = [];
  const handlers = Array.from({ length: 4 }, async () => {
    await turns.waitToHandle();
    begun.push(turn);
  });
  for (; begun.length < 4; turn++) await nextTurn();
  await Promise.all(handlers);
  expect(new Set(begun).size).toBe(4);
});
