import { expect, test } from 'vitest';
import { BytesInFlight } from '../../src/kernel/bytes-in-flight.js';
import { QueueFull } from '../../src/kernel/fair-bounds.js';

const scopeOf = (work: () => void): string => {
  try {
    work();
    return 'taken';
  } catch (error) {
    if (error instanceof QueueFull) return error.scope;
    throw error;
  }
};

test('a tenant fills its own share, all together the whole, and what is given back is free again', () => {
  const bytes = new BytesInFlight({ total: 250, perTenant: 100 });
  const [a, again, b, c] = ['a', 'a', 'b', 'c'].map((tenant) => bytes.open(tenant));
  expect(scopeOf(() => a?.add(60))).toBe('taken');
  expect(scopeOf(() => again?.add(50))).toBe('tenant');
  expect(scopeOf(() => again?.add(40))).toBe('taken');
  expect(scopeOf(() => b?.add(100))).toBe('taken');
  expect(scopeOf(() => c?.add(51))).toBe('all');
  expect(bytes.inUse).toBe(200);
  a?.release();
  a?.release();
  expect(bytes.inUse).toBe(140);
  expect(scopeOf(() => c?.add(51))).toBe('taken');
  for (const each of [again, b, c]) each?.release();
  expect(bytes.inUse).toBe(0);
});

test('some is free for a further tenant, however many hold as much as they may', () => {
  const bytes = new BytesInFlight({ total: 256, perTenant: 64 });
  const held = Array.from({ length: 7 }, (_, n) => {
    const own = bytes.open(`t${n}`);
    let count = 0;
    while (scopeOf(() => own.add(1)) === 'taken') count++;
    return count;
  });
  expect(held).toEqual([64, 64, 64, 32, 16, 8, 4]);
  expect(scopeOf(() => bytes.open('quiet').add(2))).toBe('taken');
});
