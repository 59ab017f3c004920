import { expect, test } from 'vitest';
import { ReadTurn } from '../../src/kernel/read-turn.js';

/** The limits of a turn after turns that lasted so long. */
function limitsAfter(lastedMs: readonly number[], is = { besideQuiet: true, awaited: true }) {
  const turn = new ReadTurn();
  for (const ms of lastedMs) {
    turn.begin(1_000, is);
    turn.end(1_000 + ms);
  }
  turn.begin(2_000, is);
  return { ...turn.longestMs, stretch: turn.stretch };
}

test('a turn is shorter beside a quiet tenant', () => {
  expect(limitsAfter([])).toEqual({ turn: 3, heavy: 2, stretch: 1 });
  expect(limitsAfter([], { besideQuiet: false, awaited: true })).toEqual({ turn: 5, heavy: 4, stretch: 1 });
});

test('after three long turns a turn is longer: a third of the shortest of them, up to 15 ms', () => {
  expect([8, 20, 40, 400].map((ms) => Math.round(limitsAfter([900, ms, 900]).turn))).toEqual([3, 7, 14, 15]);
  expect(limitsAfter([400, 400, 400])).toEqual({ turn: 15, heavy: 10, stretch: 5 });
});

test('after one long turn it is not, nor where nothing waits', () => {
  expect(limitsAfter([4, 400]).turn).toBe(3);
  expect(limitsAfter([400, 400, 400], { besideQuiet: true, awaited: false }).turn).toBe(3);
});

test('a tenant begins 3 reads in a turn, an interactive one 16', () => {
  for (const [isInteractive, most] of [
    [false, 3],
    [true, 16],
  ] as const) {
    const turn = new ReadTurn();
    turn.begin(0, { besideQuiet: false, awaited: false });
    let begun = 0;
    for (; turn.hasLeft('some', isInteractive); begun++) turn.note('some');
    expect(begun).toBe(most);
    turn.end(1);
    expect(turn.hasLeft('some', isInteractive)).toBe(true);
  }
});
