import { describe, expect, test } from 'vitest';
import { nextTurn } from '../../src/kernel/sliced-work.js';
import { TurnLength } from '../../src/kernel/turn-length.js';

/** A turn length on a clock of its own, and how often its work was done. */
function measured() {
  const clock = { ms: 0, monotonic: () => clock.ms };
  const use = { idleMs: 0, turns: 0 };
  const length = new TurnLength(clock, () => ({ ...use }));
  let done = 0;
  const schedule = length.scheduler(() => done++);
  const turnOf = async (ms: number, atEnd = () => {}) => {
    length.input();
    clock.ms += ms;
    atEnd();
    await nextTurn();
  };
  return { clock, use, length, schedule, turnOf, done: () => done };
}

describe('work at the end of a turn', () => {
  test('is done in a turn that is short so far', async () => {
    const { schedule, turnOf, done } = measured();
    await turnOf(6, schedule);
    expect(done()).toBe(1);
  });

  test('waits for a short turn', async () => {
    const { schedule, turnOf, done } = measured();
    await turnOf(8, schedule);
    expect(done()).toBe(0);
    await turnOf(6);
    expect(done()).toBe(1);
  });

  test.each([
    [8, [0, 0, 1]],
    [12, [0, 1]],
    [100, [0, 1]],
  ])('waits up to 12 milliseconds for turns of %i', async (ms, expected) => {
    const { schedule, turnOf, done } = measured();
    await turnOf(ms, schedule);
    const counts = [done()];
    while (counts.length < expected.length) {
      await turnOf(ms);
      counts.push(done());
    }
    expect(counts).toEqual(expected);
  });

  test('is done in the next turn where no input comes', async () => {
    const { schedule, turnOf, done } = measured();
    await turnOf(100, schedule);
    expect(done()).toBe(0);
    await nextTurn();
    expect(done()).toBe(1);
  });

  test('several kinds wait for the same turns', async () => {
    const { length, schedule, turnOf, done } = measured();
    let others = 0;
    const scheduleOther = length.scheduler(() => others++);
    await turnOf(8, () => {
      schedule();
      scheduleOther();
    });
    expect([done(), others]).toEqual([0, 0]);
    await nextTurn();
    expect([done(), others]).toEqual([1, 1]);
  });
});

describe('work that is hastened', () => {
  test('is done before the first request that is handled once it is due', () => {
    const { length, clock } = measured();
    let done = 0;
    length.hasten(2, () => done++);
    clock.ms = 1.9;
    length.beforeRequest();
    expect(done).toBe(0);
    clock.ms = 2;
    length.beforeRequest();
    length.beforeRequest();
    expect(done).toBe(1);
  });

  test('is not done once it is cancelled', () => {
    const { length, clock } = measured();
    let done = 0;
    const cancel = length.hasten(2, () => done++);
    clock.ms = 3;
    cancel();
    length.beforeRequest();
    expect(done).toBe(0);
  });
});

test('a turn lasts from its first input', async () => {
  const { length, clock } = measured();
  expect(length.lastedMs).toBe(0);
  clock.ms = 5;
  length.input();
  clock.ms = 8;
  length.input();
  expect(length.lastedMs).toBe(3);
  await nextTurn();
  clock.ms = 20;
  length.input();
  expect(length.lastedMs).toBe(0);
});

describe('the part of the input that is admitted', () => {
  test('shrinks after long turns, to 2 % at least, and grows after short ones to the whole', async () => {
    const { length, use, turnOf } = measured();
    const after = async (count: number, ms: number) => {
      for (let n = 0; n < count; n++) {
        await turnOf(ms);
        use.turns++;
      }
      return length.admittedPart;
    };
    expect(await after(1, 5)).toBe(1);
    expect(await after(1, 5)).toBeCloseTo(0.8);
    expect(await after(30, 5)).toBe(0.02);
    expect(await after(2, 4)).toBeCloseTo(0.022);
    expect(await after(50, 1)).toBe(1);
  });

  test('does not shrink because the event loop waited, or had turns without input', async () => {
    const { clock, length, use, turnOf } = measured();
    for (let n = 0; n < 5; n++) {
      await turnOf(4);
      clock.ms += 22;
      use.idleMs += 10;
      use.turns += 4;
    }
    expect(length.admittedPart).toBe(1);
  });
});
