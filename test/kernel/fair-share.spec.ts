import { describe, expect, test } from 'vitest';
import { FairShare } from '../../src/kernel/fair-share.js';

const takes = (share: FairShare, tenant: string) => {
  let taken = 0;
  while (taken < 1_000 && share.take(tenant, 1)) taken++;
  return taken;
};

describe('a share', () => {
  test('is at most that of one tenant', () => {
    expect(takes(new FairShare({ total: 100, perTenant: 20 }), 'a')).toBe(20);
  });
  test('leaves room for another tenant, whatever the others take', () => {
    const share = new FairShare({ total: 256, perTenant: 64 });
    const taken = ['a', 'b', 'c', 'd', 'e', 'f'].map((tenant) => takes(share, tenant));
    expect(taken.every((count) => count > 0)).toBe(true);
    expect(taken.slice(0, 3)).toEqual([64, 64, 64]);
  });
  test('comes back once', () => {
    const share = new FairShare({ total: 4, perTenant: 2 });
    const [first] = [share.take('a', 1), share.take('a', 1)];
    expect(share.take('a', 1)).toBeUndefined();
    first?.release();
    first?.release();
    expect(share.take('a', 1)).toBeDefined();
    expect(share.take('a', 1)).toBeUndefined();
  });
  test('is not taken by what is larger', () => {
    const share = new FairShare({ total: 100, perTenant: 50 });
    expect(share.take('a', 51)).toBeUndefined();
    expect(share.take('a', 50)).toBeDefined();
  });
});
