import { describe, expect, test } from 'vitest';
import { QueueFull } from '../../src/fairness/queue/fair-bounds.js';
import { SlicedWork } from '../../src/kernel/sliced-work.js';
import { Slices } from '../../src/kernel/slices.js';

const bounds = { running: { total: 1, perTenant: 1 }, waiting: { total: 100, perTenant: 10 } };

function* slices(name: string, count: number, done: string[]): Generator<void, string> {
  for (let n = 1; n <= count; n++) {
    done.push(name);
    if (n < count) yield;
  }
  return `${name} is done`;
}

describe('sliced work', () => {
  test('answers what it comes to, and throws what it throws', async () => {
    const work = new SlicedWork();
    expect(await work.run('a', 1, slices('x', 3, []))).toBe('x is done');
    function* failing(): Generator<void, void> {
      yield;
      throw new Error('no');
    }
    await expect(work.run('a', 1, failing())).rejects.toThrow('no');
    expect(work.waiting).toBe(0);
  });

  test('of one tenant, however much, holds up another by a slice at a time', async () => {
    const work = new SlicedWork(bounds, new Slices());
    const done: string[] = [];
    const loud = Array.from({ length: 9 }, (_, n) => work.run('loud', 1, slices(`loud ${n}`, 50, done)));
    await work.run('quiet', 1, slices('quiet', 5, done));
    const loudMeanwhile = done.slice(0, done.lastIndexOf('quiet')).filter((name) => name.startsWith('loud'));
    expect(loudMeanwhile.length).toBeLessThanOrEqual(2 * 5 + 2);
    await Promise.all(loud);
    expect(done).toHaveLength(9 * 50 + 5);
  });

  test('lets the event loop turn after each slice, however many have work', async () => {
    const work = new SlicedWork(bounds, new Slices());
    const done: string[] = [];
    const all = Array.from({ length: 8 }, (_, n) => work.run(`t${n}`, 1, slices('slice', 20, done)));
    const seen: number[] = [];
    let goesOn = true;
    const look = () => {
      seen.push(done.length);
      if (goesOn) setImmediate(look);
    };
    setImmediate(look);
    await Promise.all(all);
    goesOn = false;
    const most = Math.max(...seen.map((count, n) => count - (seen[n - 1] ?? 0)));
    expect(most).toBeLessThanOrEqual(2);
  });

  test('of a tenant that has too much waiting is refused', async () => {
    const work = new SlicedWork(bounds, new Slices());
    const all = Array.from({ length: 10 }, () => work.run('loud', 1, slices('x', 2, [])));
    all.push(work.run('loud', 1, slices('x', 2, [])), work.run('loud', 1, slices('x', 2, [])));
    const outcomes = await Promise.allSettled(all);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toBeInstanceOf(QueueFull);
  });
});
