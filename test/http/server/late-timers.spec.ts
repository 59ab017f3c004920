import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LateTimers } from '../../../src/http/server/late-timers.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a late timer', () => {
  test('does its work after the time, in the order of begin', () => {
    const timers = new LateTimers();
    const done: number[] = [];
    for (const n of [1, 2, 3]) timers.begin(20, () => done.push(n));
    vi.advanceTimersByTime(19);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual([1, 2, 3]);
  });

  test('that is cancelled in its turn never becomes a timer', () => {
    const timers = new LateTimers();
    const work = vi.fn();
    for (let i = 0; i < 100; i++) timers.begin(20, work).cancel();
    vi.advanceTimersByTime(0);
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(100);
    expect(work).not.toHaveBeenCalled();
  });

  test('that is cancelled in a later turn does nothing', () => {
    const work = vi.fn();
    const timer = new LateTimers().begin(20, work);
    vi.advanceTimersByTime(5);
    expect(vi.getTimerCount()).toBe(1);
    timer.cancel();
    vi.advanceTimersByTime(100);
    expect(work).not.toHaveBeenCalled();
  });

  test('may be begun by the work of another', () => {
    const timers = new LateTimers();
    const work = vi.fn();
    timers.begin(1, () => void timers.begin(1, work));
    vi.advanceTimersByTime(10);
    expect(work).toHaveBeenCalledOnce();
  });
});
