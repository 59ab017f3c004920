import { describe, expect, test } from 'vitest';
import { RateCounter } from '../../src/kernel/rate-counter.js';

const MINUTE = 60_000;
const START = 100 * MINUTE;

const taken = (counter: RateCounter, times: number, atMs = START, key = 'a', limit = 3) =>
  Array.from({ length: times }, () => counter.take(key, limit, atMs).allowed);

describe('a rate counter', () => {
  test('allows as many requests in a window as its limit', () =>
    expect(taken(new RateCounter(), 5)).toEqual([true, true, true, false, false]));

  test('says what remains, and when there is room again', () => {
    const counter = new RateCounter();
    expect(counter.take('a', 2, START)).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 });
    expect(counter.take('a', 2, START + 30_000)).toMatchObject({ remaining: 0, resetSeconds: 30 });
    const { allowed, resetSeconds } = counter.take('a', 2, START + 45_000);
    expect(allowed).toBe(false);
    expect(counter.take('a', 2, START + 45_000 + resetSeconds * 1_000).allowed).toBe(true);
  });

  test('counts keys apart', () => {
    const counter = new RateCounter();
    taken(counter, 3);
    expect(counter.take('b', 3, START).allowed).toBe(true);
  });

  test('slides: of the window before it counts the part that overlaps', () => {
    const counter = new RateCounter();
    taken(counter, 4, START + 59_000, 'a', 4);
    expect(counter.take('a', 4, START + MINUTE + 1_000).allowed).toBe(false);
    expect(counter.take('a', 4, START + MINUTE + 31_000).allowed).toBe(true);
    expect(taken(counter, 5, START + 3 * MINUTE, 'a', 4)).toEqual([true, true, true, true, false]);
  });

  test('takes a request back', () => {
    const counter = new RateCounter();
    taken(counter, 3);
    counter.refund('a', START);
    expect(taken(counter, 2)).toEqual([true, false]);
  });

  test('counts what other processes counted', () => {
    const counter = new RateCounter();
    counter.noteElsewhere('a', 2, START);
    expect(taken(counter, 2)).toEqual([true, false]);
    expect([...counter.ownCounts(START)]).toEqual([['a', 1]]);
  });

  test('keeps so many keys and no more: the others share a bucket', () => {
    const counter = new RateCounter(MINUTE, 2);
    taken(counter, 1, START, 'a');
    taken(counter, 1, START, 'b');
    expect(['c', 'd', 'e', 'f'].map((key) => counter.take(key, 3, START).allowed)).toEqual([true, true, true, false]);
    expect(counter.take('a', 3, START).allowed).toBe(true);
  });
});
