import { expect, test } from 'vitest';
import { type CacheName, cacheBudgets } from '../../src/catalogue/cache-budgets.js';
import { projections } from '../../src/composition/registry.js';

const MiB = 1_048_576;

/** Caches that a process has more than once. */
const times: Partial<Record<CacheName, number>> = {
  publishedConversations: 2,
  webhookEndpoints: 2,
  searchStates: 2,
  documentRows: projections.length,
  searchGroups: 2 * projections.filter(({ search }) => search).length,
};

test('all caches of a process together fit a heap of 512 MiB beside its work', () => {
  const bytes = Object.entries(cacheBudgets).reduce(
    (sum, [name, each]) => sum + each * (times[name as CacheName] ?? 1),
    0,
  );
  expect(bytes).toBeLessThanOrEqual(256 * MiB);
});
