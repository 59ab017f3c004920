import { describe, expect, test } from 'vitest';
import { ByteSemaphore, type Reservation } from '../../src/kernel/byte-semaphore.js';
import { QueueFull } from '../../src/kernel/fair-bounds.js';

const bounds = { total: 100, perTenant: 60, waitingPerTenant: 3 };

/** Notes the order in which reservations are granted. */
function ordered(semaphore: ByteSemaphore) {
  const granted: string[] = [];
  const reservations = new Map<string, Reservation>();
  const reserve = (tenantId: string, bytes: number, name = tenantId) =>
    void semaphore.reserve(tenantId, bytes).then((reservation) => {
      granted.push(name);
      reservations.set(name, reservation);
    });
  const settled = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return granted;
  };
  return { reserve, settled, release: (name: string) => reservations.get(name)?.release() };
}

describe('a byte semaphore', () => {
  test('never lets out more than its total', async () => {
    const semaphore = new ByteSemaphore(bounds);
    const { reserve, settled, release } = ordered(semaphore);
    for (const tenant of ['a', 'b', 'c']) reserve(tenant, 50);
    expect(await settled()).toEqual(['a', 'b']);
    expect(semaphore.inUse).toBe(100);
    release('a');
    expect(await settled()).toEqual(['a', 'b', 'c']);
    expect(semaphore.inUse).toBe(100);
  });

  test('leaves room for others, however much one tenant asks for', async () => {
    const { reserve, settled } = ordered(new ByteSemaphore(bounds));
    reserve('greedy', 1_000, 'first');
    reserve('greedy', 10, 'second');
    reserve('quiet', 40);
    expect(await settled()).toEqual(['first', 'quiet']);
  });

  test('serves the tenant that holds least first', async () => {
    const { reserve, settled, release } = ordered(new ByteSemaphore(bounds));
    reserve('a', 30, 'a1');
    reserve('b', 60, 'b1');
    await settled();
    reserve('a', 20, 'a2');
    reserve('c', 20, 'c1');
    release('b1');
    expect(await settled()).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  test('what is given back early serves who waits', async () => {
    const semaphore = new ByteSemaphore(bounds);
    const first = await semaphore.reserve('a', 60);
    const second = semaphore.reserve('a', 30);
    first.shrinkTo(10);
    expect((await second).bytes).toBe(30);
    first.release();
    first.release();
    expect(semaphore.inUse).toBe(30);
  });

  test('bounds how many of a tenant wait', async () => {
    const semaphore = new ByteSemaphore(bounds);
    for (let i = 0; i < 4; i++) void semaphore.reserve('a', 60);
    expect(() => semaphore.reserve('a', 1)).toThrow(QueueFull);
    await expect(semaphore.reserve('b', 1)).resolves.toBeDefined();
  });
});

describe('reservations that may be ended', () => {
  test('make room for a tenant that holds less: of the one with the most, the oldest first, and no more than is needed', async () => {
    const semaphore = new ByteSemaphore({ ...bounds, waitingPerTenant: 10 });
    const ended: string[] = [];
    const hold = async (tenantId: string, bytes: number, name: string) =>
      (await semaphore.reserve(tenantId, bytes)).mayEnd(() => ended.push(name));
    await hold('some', 20, 'some');
    for (const name of ['most 1', 'most 2', 'most 3']) await hold('most', 20, name);
    await hold('few', 10, 'few');
    expect((await semaphore.reserve('quiet', 35)).bytes).toBe(35);
    expect([ended, semaphore.inUse]).toEqual([['most 1', 'most 2'], 85]);
  });

  test('are left alone by their own tenant, by one that holds as much, and where they are not enough', async () => {
    const semaphore = new ByteSemaphore(bounds);
    const { settled } = ordered(semaphore);
    const ended: string[] = [];
    const [firm, other] = [await semaphore.reserve('a', 50), await semaphore.reserve('b', 40)];
    other.mayEnd(() => ended.push('b'));
    const granted: string[] = [];
    for (const [tenantId, bytes] of [
      ['b', 20],
      ['c', 60],
    ] as const)
      void semaphore.reserve(tenantId, bytes).then(() => granted.push(tenantId));
    await settled();
    expect([ended, granted]).toEqual([[], []]);
    firm.mayEnd(() => ended.push('a'));
    await settled();
    expect([ended, granted]).toEqual([['a'], ['c']]);
  });

  test('that become so while another waits make room at once; what was given back before is told nothing', async () => {
    const semaphore = new ByteSemaphore(bounds);
    const ended: string[] = [];
    const [first, second] = [await semaphore.reserve('a', 30), await semaphore.reserve('b', 60)];
    second.release();
    second.mayEnd(() => ended.push('b'));
    const third = await semaphore.reserve('b', 60);
    const waiting = semaphore.reserve('c', 20);
    third.mayEnd(() => ended.push('b again'));
    expect((await waiting).bytes).toBe(20);
    expect(ended).toEqual(['b again']);
    first.release();
    third.release();
    expect(semaphore.inUse).toBe(20);
  });
});

describe('a byte semaphore that leaves some free', () => {
  const free = { total: 256, perTenant: 64, waitingPerTenant: 10, leavesFree: true };

  test('has some for the next tenant, however many hold what they may', async () => {
    const semaphore = new ByteSemaphore(free);
    const { reserve, settled } = ordered(semaphore);
    for (let n = 0; n < 20; n++) for (const bytes of [64, 32, 16, 8]) reserve(`t${n}`, bytes);
    await settled();
    expect(256 - semaphore.inUse).toBeGreaterThanOrEqual(8);
    reserve('quiet', 4);
    expect((await settled()).at(-1)).toBe('quiet');
  });

  test('gives one tenant its whole share', async () => {
    const semaphore = new ByteSemaphore({ ...free, total: 64 });
    expect((await semaphore.reserve('a', 64)).bytes).toBe(64);
  });
});
