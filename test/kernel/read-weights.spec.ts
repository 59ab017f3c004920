import { describe, expect, test } from 'vitest';
import { ReadWeights } from '../../src/kernel/read-weights.js';

function weightsOf(begun: Readonly<Record<string, number>>): ReadWeights {
  const weights = new ReadWeights();
  for (const [tenantId, reads] of Object.entries(begun)) for (let n = 0; n < reads; n++) weights.begun(tenantId);
  return weights;
}

describe('a tenant that asks for a few reads at a time is interactive', () => {
  test('with up to three equal shares and half of all recent reads', () => {
    const weights = weightsOf({ some: 270, many: 310, others: 420 });
    expect(['some', 'many'].map((each) => weights.isInteractive(each, 11))).toEqual([true, false]);
  });

  test('with few reads, however few the others begin', () => {
    const weights = weightsOf({ few: 39, others: 1 });
    expect(weights.isInteractive('few', 2)).toBe(true);
    weights.begun('few');
    expect(weights.isInteractive('few', 2)).toBe(false);
  });

  test('not where more than a quarter of its reads waited in a crowd', () => {
    const weights = weightsOf({ crowded: 8, others: 8 });
    for (let n = 0; n < 2; n++) weights.queued('crowded', 4);
    expect(weights.isInteractive('crowded', 2)).toBe(true);
    weights.queued('crowded', 4);
    expect(weights.isInteractive('crowded', 2)).toBe(false);
  });

  test('after a stall, while a quarter of its reads within seconds were crowded at most', () => {
    const weights = new ReadWeights();
    for (let now = 0; now < 6_000; now += 100) {
      weights.decay(now);
      for (let n = 0; n < 8; n++) weights.begun('stalled');
      for (let n = 0; n < 80; n++) weights.begun('others');
    }
    for (let n = 0; n < 40; n++) weights.queued('stalled', 4 + n);
    expect(weights.isInteractive('stalled', 11)).toBe(true);
    for (let n = 0; n < 200; n++) weights.queued('stalled', 4 + n);
    expect(weights.isInteractive('stalled', 11)).toBe(false);
  });

  test('again, soon after its reads were crowded', () => {
    const weights = weightsOf({ crowded: 8, others: 80 });
    for (let n = 0; n < 8; n++) weights.queued('crowded', 4);
    expect(weights.isInteractive('crowded', 2)).toBe(false);
    for (let now = 100; now <= 400; now += 100) weights.decay(now);
    expect(weights.isInteractive('crowded', 2)).toBe(true);
  });
});
