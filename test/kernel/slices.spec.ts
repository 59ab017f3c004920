import { describe, expect, test } from 'vitest';
import { nextTurn } from '../../src/kernel/sliced-work.js';
import { Slices } from '../../src/kernel/slices.js';
import { TurnLength } from '../../src/kernel/turn-length.js';

/** Does slices of `ms` each on a clock of its own, and notes in which turn of the event loop each is done. */
class Work {
  readonly done: { readonly name: string; readonly turn: number }[] = [];
  private turn = 0;
  private nowMs = 0;
  readonly clock = { monotonic: () => this.nowMs };

  constructor(readonly slices: Slices) {}

  async job(tenantId: string, name: string, count: number, ms = 0): Promise<void> {
    for (let n = 0; n < count; n++) {
      await this.slices.next(tenantId);
      this.nowMs += ms;
      this.done.push({ name, turn: this.turn });
    }
  }

  async until(jobs: readonly Promise<void>[]): Promise<void> {
    let isOver = false;
    const over = Promise.all(jobs).then(() => {
      isOver = true;
    });
    for (; !isOver; this.turn++) await nextTurn();
    await over;
  }

  get names(): readonly string[] {
    return this.done.map(({ name }) => name);
  }

  get mostInATurn(): number {
    const turns = Map.groupBy(this.done, ({ turn }) => turn);
    return Math.max(...[...turns.values()].map(({ length }) => length));
  }
}

function timed(): Work {
  const work = new Work(new Slices());
  work.slices.timeBy(work.clock);
  return work;
}

describe('slices of long work', () => {
  test('tenants take turns, and the work of one tenant is done in its order', async () => {
    const work = timed();
    const loud = Array.from({ length: 50 }, (_, n) => work.job('loud', `loud ${n}`, 2, 10));
    await work.until([...loud, work.job('quiet', 'quiet', 3, 10)]);
    const quiet = work.names.flatMap((name, at) => (name === 'quiet' ? [at] : []));
    expect(quiet).toEqual([1, 3, 5]);
    const first = work.names.slice(0, 53).filter((name) => name !== 'quiet');
    expect(first).toEqual(Array.from({ length: 50 }, (_, n) => `loud ${n}`));
    expect(work.names).toHaveLength(103);
  });

  test('short ones of a tenant do not wait for as many long ones of others', async () => {
    const work = timed();
    const loud = Array.from({ length: 20 }, (_, n) => work.job(`loud ${n % 2}`, 'loud', 20, 4));
    await work.until([...loud, work.job('quiet', 'quiet', 100, 0.1)]);
    const before = work.names.slice(0, work.names.lastIndexOf('quiet')).filter((name) => name === 'loud');
    expect(before.length).toBeLessThanOrEqual(10);
    expect(work.names).toHaveLength(500);
  });

  test('a long one is alone in its turn of the event loop', async () => {
    const work = timed();
    await work.until(Array.from({ length: 6 }, (_, n) => work.job(`t${n}`, `${n}`, 5, 5)));
    expect(work.mostInATurn).toBe(1);
    expect(work.done).toHaveLength(30);
  });

  test('short ones share a turn up to 4 ms', async () => {
    const work = timed();
    await work.until(Array.from({ length: 6 }, (_, n) => work.job(`t${n}`, `${n}`, 20, 1)));
    expect(work.mostInATurn).toBe(4);
  });

  test('a turn has at most 32, however short', async () => {
    const work = timed();
    await work.until(Array.from({ length: 6 }, (_, n) => work.job(`t${n}`, `${n}`, 20)));
    expect(work.mostInATurn).toBe(32);
  });

  test('wait for a turn that is short so far', async () => {
    const work = timed();
    const clock = { ms: 0, monotonic: () => clock.ms };
    const length = new TurnLength(clock);
    work.slices.waitBy(length);
    length.input();
    clock.ms += 8;
    await work.until([work.job('t', '1', 1)]);
    expect(work.done).toEqual([{ name: '1', turn: 1 }]);
  });

  test('without a clock a turn has one', async () => {
    const work = new Work(new Slices());
    await work.until(Array.from({ length: 6 }, (_, n) => work.job(`t${n}`, `${n}`, 5)));
    expect(work.mostInATurn).toBe(1);
  });
});
