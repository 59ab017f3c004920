import { describe, expect, test } from 'vitest';
import { RateCounter } from '../../src/kernel/rate-counter.js';

const MINUTE = 60_000;
const START = 100 * MINUTE;
/** Room for the first two keys. */
const BYTES_OF_TWO = 300;

const taken = (counter: RateCounter, times: number, atMs = START, key = 'a', limit = 3) =>
  Array.from({ length: times }, () => counter.take(key, limit, atMs).allowed);

describe('a rate counter', () => {
  test('allows as many requests in a window as its limit', () =>
    expect(taken(new RateCounter('seed'), 5)).toEqual([true, true, true, false, false]));

  test('says what remains, and when there is room again', () => {
    const counter = new RateCounter('seed');
    expect(counter.take('a', 2, START)).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 });
    expect(counter.take('a', 2, START + 30_000)).toMatchObject({ remaining: 0, resetSeconds: 30 });
    const { allowed, resetSeconds } = counter.take('a', 2, START + 45_000);
    expect(allowed).toBe(false);
    expect(counter.take('a', 2, START + 45_000 + resetSeconds * 1_000).allowed).toBe(true);
  });

  test('counts keys apart', () => {
    const counter = new RateCounter('seed');
    taken(counter, 3);
    expect(counter.take('b', 3, START).allowed).toBe(true);
  });

  test('slides: of the window before it counts the part that overlaps', () => {
    const counter = new RateCounter('seed');
    taken(counter, 4, START + 59_000, 'a', 4);
    expect(counter.take('a', 4, START + MINUTE + 1_000).allowed).toBe(false);
    expect(counter.take('a', 4, START + MINUTE + 31_000).allowed).toBe(true);
    expect(taken(counter, 5, START + 3 * MINUTE, 'a', 4)).toEqual([true, true, true, true, false]);
  });

  test('takes a request back', () => {
    const counter = new RateCounter('seed');
    taken(counter, 3);
    counter.refund('a', START);
    expect(taken(counter, 2)).toEqual([true, false]);
  });

  test('counts what other processes counted', () => {
    const counter = new RateCounter('seed');
    counter.noteElsewhere('a', 2, START);
    expect(taken(counter, 2)).toEqual([true, false]);
    expect([...counter.busiest(9, START)]).toEqual([['a', 1]]);
  });

  test('tells the busiest keys of this process', () => {
    const counter = new RateCounter('seed');
    const times = { a: 2, b: 5, c: 1, d: 4, e: 3 };
    for (const [key, count] of Object.entries(times)) taken(counter, count, START, key, 9);
    counter.noteElsewhere('f', 8, START);
    expect(Object.fromEntries(counter.busiest(3, START))).toEqual({ b: 5, d: 4, e: 3 });
  });
});

describe('more keys than are counted one by one', () => {
  const flooded = (keys = 100_000) => {
    const counter = new RateCounter('seed', MINUTE, BYTES_OF_TWO);
    taken(counter, 1, START, 'a');
    for (let n = 0; n < keys; n++) counter.take(`attacker ${n}`, 600, START);
    return counter;
  };

  test('leave each further key its own limit', () => {
    const counter = flooded();
    expect(taken(counter, 4, START, 'c')).toEqual([true, true, true, false]);
    expect(taken(counter, 4, START, 'd')).toEqual([true, true, true, false]);
    expect(taken(counter, 3, START, 'a')).toEqual([true, true, false]);
  });

  test('count in the next window, too', () => {
    const counter = flooded(10);
    taken(counter, 3, START, 'c');
    expect(counter.take('c', 3, START + MINUTE).allowed).toBe(false);
    expect(counter.take('d', 3, START + MINUTE).allowed).toBe(true);
  });

  test('are taken back', () => {
    const counter = flooded(10);
    taken(counter, 3, START, 'c');
    counter.refund('c', START);
    expect(taken(counter, 2, START, 'c')).toEqual([true, false]);
    counter.refund('never counted', START);
    expect(counter.take('c', 3, START).allowed).toBe(false);
  });

  test('are not charged with what other processes counted of one of them', () => {
    const counter = flooded(10);
    counter.noteElsewhere('tenant', 1_000_000, START);
    expect(counter.take('c', 3, START).allowed).toBe(true);
  });
});
