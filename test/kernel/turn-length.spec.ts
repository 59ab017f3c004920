import { describe, expect, test } from 'vitest';
import { nextTurn } from '../../src/kernel/sliced-work.js';
import { TurnLength } from '../../src/kernel/turn-length.js';

/** A turn length on a clock of its own, and how often its work was done. */
function measured() {
  const clock = { ms: 0, monotonic: () => clock.ms };
  const length = new TurnLength(clock);
  let done = 0;
  const schedule = length.scheduler(() => done++);
  const turnOf = async (ms: number, atEnd = () => {}) => {
    length.input();
    clock.ms += ms;
    atEnd();
    await nextTurn();
  };
  return { clock, length, schedule, turnOf, done: () => done };
}

describe('work at the end of a turn', () => {
  test('is done in a turn that is short so far', async () => {
    const { schedule, turnOf, done } = measured();
    await turnOf(6, schedule);
    expect(done()).toBe(1);
  });

  test('waits for a short turn, three turns at most', async () => {
    const { schedule, turnOf, done } = measured();
    const counts: number[] = [];
    for (let n = 0; n < 8; n++) {
      await turnOf(8, n % 4 === 0 ? schedule : undefined);
      counts.push(done());
    }
    expect(counts).toEqual([0, 0, 0, 1, 1, 1, 1, 2]);
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
