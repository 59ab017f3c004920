import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LateTimers } from '../../src/kernel/late-timers.js';

afterEach(() => vi.restoreAllMocks());

const timers = new LateTimers();

describe('a late timer', () => {
  test('does its work after the time, and in the order of begin', async () => {
    const done: number[] = [];
    for (const n of [1, 2, 3]) timers.begin(20, () => done.push(n));
    await sleep(10);
    expect(done).toEqual([]);
    await sleep(30);
    expect(done).toEqual([1, 2, 3]);
  });

  test('that is cancelled in its turn never becomes a timer', async () => {
    const made = vi.spyOn(globalThis, 'setTimeout');
    const work = vi.fn();
    for (let i = 0; i < 100; i++) timers.begin(1, work).cancel();
    await endOfTurn();
    expect(made).not.toHaveBeenCalled();
    await sleep(10);
    expect(work).not.toHaveBeenCalled();
  });

  test('that is cancelled later does nothing', async () => {
    const work = vi.fn();
    const timer = timers.begin(20, work);
    await sleep(5);
    timer.cancel();
    await sleep(40);
    expect(work).not.toHaveBeenCalled();
  });

  test('may be begun while others become timers', async () => {
    const work = vi.fn();
    timers.begin(1, () => void timers.begin(1, work));
    await sleep(30);
    expect(work).toHaveBeenCalledOnce();
  });
});
