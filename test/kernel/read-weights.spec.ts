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
});
