import { expect, test } from 'vitest';
import { LoopTurns } from '../../src/kernel/loop-turns.js';

/** Milliseconds that pass with each question. */
function turnsWith(ms: number) {
  let now = 0;
  return new LoopTurns({ monotonic: () => (now += ms) });
}

async function read(turns: LoopTurns): Promise<void> {
  for (let wait = turns.wait(); wait; wait = turns.wait()) await wait;
}

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
