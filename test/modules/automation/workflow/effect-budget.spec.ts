import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../../src/adapters/sqlite/operational/operational-store.js';
import { limits } from '../../../../src/catalogue/limits/limits.js';
import { instant, plus } from '../../../../src/kernel/instant.js';
import {
  EffectBudget,
  WORKFLOW_BUDGET,
} from '../../../../src/modules/automation/workflow/application/effect-budget.service.js';
import { TENANT } from '../../../support/given/given.js';

const store = new SqliteOperationalStore(':memory:');
afterAll(() => store.close());

const now = instant('2030-01-01T08:00:00Z');
/** Each process counts in the store that all share. */
const aProcess = () => new EffectBudget(store, { now: () => now, monotonic: () => 0 });
const payer = (rootId: string, runId: string, tenantId = TENANT) => ({ tenantId, rootId, runId });
const runs = (count: number) => Array.from({ length: count }, (_, i) => `run-${i}`);

describe('the budget of a root cause', () => {
  const budget = aProcess();
  const other = aProcess();

  test('is 100 effects, in two processes at once too', async () => {
    const root = randomUUID();
    let taken = 0;
    for (const run of runs(limits.workflowEffects + 10)) {
      const both = await Promise.all([budget.take(payer(root, run)), other.take(payer(root, `${run}-other`))]);
      taken += both.filter((each) => each === 'now').length;
    }
    expect(taken).toBe(limits.workflowEffects);
  });
  test('counts a run once, before and after a crash', async () => {
    const root = randomUUID();
    for (const run of runs(limits.workflowEffects)) {
      expect([await budget.take(payer(root, run)), await other.take(payer(root, run))]).toEqual(['now', 'before']);
    }
    expect(await aProcess().take(payer(root, 'run-0'))).toBe('before');
    expect(await aProcess().take(payer(root, 'one more'))).toBe('spent');
    expect(await aProcess().isTaken(payer(root, 'run-0'))).toBe(true);
    expect(await aProcess().isTaken(payer(root, 'one more'))).toBe(false);
  });
  test('is its own for each root cause and tenant', async () => {
    const root = randomUUID();
    for (const run of runs(limits.workflowEffects)) await budget.take(payer(root, run));
    expect(await budget.take(payer(randomUUID(), 'run'))).toBe('now');
    expect(await budget.take(payer(root, 'run', randomUUID()))).toBe('now');
    expect(await budget.take(payer(root, 'run'))).toBe('spent');
  });
  test('is forgotten after 7 days', async () => {
    const day = 86_400_000;
    expect(await store.sweep(WORKFLOW_BUDGET, plus(now, 7 * day))).toBe(0);
    expect(await store.sweep(WORKFLOW_BUDGET, plus(now, 7 * day + 1))).toBeGreaterThan(0);
  });
});
