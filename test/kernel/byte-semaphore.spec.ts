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
