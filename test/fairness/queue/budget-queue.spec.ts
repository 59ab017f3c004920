import { setImmediate as settle } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { BudgetQueue } from '../../../src/fairness/queue/budget-queue.js';
import { QueueFull } from '../../../src/fairness/queue/fair-bounds.js';
import type { BudgetBounds, Holding } from '../../../src/fairness/tenant-budget.js';

/** Notes the order in which requests are granted. */
function setting(bounds: BudgetBounds = { total: 100, perTenant: 60 }) {
  const queue = new BudgetQueue(bounds);
  const granted: string[] = [];
  const holdings = new Map<string, Holding>();
  return {
    queue,
    reserve: (tenantId: string, bytes: number, name = tenantId) =>
      void queue.reserve(tenantId, bytes).then((holding) => {
        granted.push(name);
        holdings.set(name, holding);
      }),
    granted: async () => {
      await settle();
      return granted;
    },
    release: (name: string) => holdings.get(name)?.release(),
  };
}

describe('requests that wait for bytes', () => {
  test('together hold no more than the total', async () => {
    const { queue, reserve, granted, release } = setting();
    for (const tenant of ['a', 'b', 'c']) reserve(tenant, 50);
    expect([await granted(), queue.inUse]).toEqual([['a', 'b'], 100]);
    release('a');
    expect([await granted(), queue.inUse]).toEqual([['a', 'b', 'c'], 100]);
  });

  test('of one tenant hold its share, and others have the rest', async () => {
    const { reserve, granted } = setting();
    reserve('greedy', 1_000, 'first');
    reserve('greedy', 10, 'second');
    reserve('quiet', 40);
    expect(await granted()).toEqual(['first', 'quiet']);
  });

  test('are granted in turns of their tenants', async () => {
    const { reserve, granted, release } = setting({ total: 100, perTenant: 100 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) reserve(name.charAt(0), 100, name);
    for (const name of ['a1', 'a2', 'b1']) {
      await granted();
      release(name);
    }
    expect(await granted()).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('do not go before a large one for which too little is free', async () => {
    const { reserve, granted, release } = setting({ total: 100, perTenant: 100 });
    reserve('a', 60, 'a1');
    await granted();
    reserve('b', 100, 'b1');
    reserve('c', 10, 'c1');
    expect(await granted()).toEqual(['a1']);
    release('a1');
    expect(await granted()).toEqual(['a1', 'b1']);
    release('b1');
    expect(await granted()).toEqual(['a1', 'b1', 'c1']);
  });

  test('are granted when others need less than they reserved', async () => {
    const { queue } = setting();
    const first = await queue.reserve('a', 60);
    const second = queue.reserve('a', 30);
    first.shrinkTo(10);
    expect((await second).amount).toBe(30);
    first.release();
    expect(queue.inUse).toBe(30);
  });

  test('are bounded in number, and another tenant finds room', async () => {
    const { queue } = setting();
    for (let n = 0; n <= 100; n++) void queue.reserve('a', 60);
    await expect(async () => queue.reserve('a', 1)).rejects.toThrow(QueueFull);
    expect((await queue.reserve('b', 1)).amount).toBe(1);
  });
});

test('where some is left free, a quiet tenant finds it, however many hold what they may', async () => {
  const { queue, reserve, granted } = setting({ total: 256, perTenant: 64, leavesFree: true });
  for (let n = 0; n < 20; n++) for (const bytes of [64, 32, 16, 8]) reserve(`t${n}`, bytes);
  await granted();
  expect(256 - queue.inUse).toBeGreaterThanOrEqual(8);
  reserve('quiet', 4);
  expect((await granted()).at(-1)).toBe('quiet');
});
