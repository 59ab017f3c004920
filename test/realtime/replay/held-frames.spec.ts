import { describe, expect, test } from 'vitest';
import { HeldBytes } from '../../../src/realtime/replay/held-frames.js';

const bounds = { perConnection: 100, perTenant: 60, total: 100 };

describe('the bytes of frames that are held back', () => {
  test('of one tenant are bounded', () => {
    const held = new HeldBytes(bounds);
    expect([held.take('a', 60), held.take('a', 1), held.take('b', 40)]).toEqual([true, false, true]);
    held.giveBack('a', 60);
    expect([held.take('a', 60), held.total]).toEqual([true, 100]);
  });

  test('of all are bounded, but for tenants that hold less than an equal share', () => {
    const held = new HeldBytes(bounds);
    for (const tenant of ['a', 'b']) expect(held.take(tenant, 50)).toBe(true);
    expect(held.take('a', 1)).toBe(false);
    expect(held.take('quiet', 20)).toBe(true);
    expect(held.take('quiet', 20)).toBe(false);
    for (let n = 0; n < 10_000; n++) held.take(`t${n}`, 20);
    expect(held.total).toBeLessThanOrEqual(2 * bounds.total);
  });

  test('are nothing once all is given back', () => {
    const held = new HeldBytes(bounds);
    held.take('a', 30);
    held.giveBack('a', 30);
    held.giveBack('b', 0);
    expect(held.total).toBe(0);
  });
});
