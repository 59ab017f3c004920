import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BudgetBounds, type Holding, TenantBudget } from '../../src/fairness/tenant-budget.js';

/** Single units that a tenant takes until it is refused. */
function unitsOf(budget: TenantBudget, tenantId: string): number {
  const holding = budget.open(tenantId);
  while (!holding.take(1));
  return holding.amount;
}

describe('a budget', () => {
  test('gives a tenant its share, and all together the total', () => {
    const budget = new TenantBudget({ total: 250, perTenant: 100 });
    const [a, again, b, c] = ['a', 'a', 'b', 'c'].map((tenant) => budget.open(tenant));
    expect([a?.take(60), again?.take(50), again?.take(40), b?.take(100)]).toEqual([
      undefined,
      'tenant',
      undefined,
      undefined,
    ]);
    expect([c?.take(51), budget.inUse, budget.free]).toEqual(['all', 200, 50]);
    a?.release();
    a?.release();
    expect([budget.inUse, budget.heldBy('a'), c?.take(51)]).toEqual([140, 40, undefined]);
    for (const each of [again, b, c]) each?.release();
    expect(budget.inUse).toBe(0);
  });

  test('refuses what is larger than a share, and takes nothing then', () => {
    const budget = new TenantBudget({ total: 100, perTenant: 50 });
    expect([budget.take('a', 51), budget.inUse]).toEqual([undefined, 0]);
    expect(budget.take('a', 50)?.amount).toBe(50);
  });

  test('gets back what a holding does not need, and says so', () => {
    let freed = 0;
    const budget = new TenantBudget({ total: 100, perTenant: 100 }, () => freed++);
    const holding = budget.take('a', 80);
    holding?.shrinkTo(90);
    expect([budget.inUse, freed]).toEqual([80, 0]);
    holding?.shrinkTo(30);
    expect([budget.inUse, holding?.amount, freed]).toEqual([30, 30, 1]);
  });
});

describe('a budget of which some is left free', () => {
  const bounds = { total: 256, perTenant: 64, leavesFree: true } as const;

  test('gives each further tenant half of the rest, however much the others hold', () => {
    const budget = new TenantBudget(bounds);
    const units = Array.from({ length: 8 }, (_, n) => unitsOf(budget, `t${n}`));
    expect(units).toEqual([64, 64, 64, 32, 16, 8, 4, 2]);
  });

  test('gives no tenant all of the rest at once', () => {
    const budget = new TenantBudget(bounds);
    for (const tenant of ['a', 'b', 'c']) budget.take(tenant, 64);
    const last = budget.open('d');
    expect([last.take(33), last.take(32), budget.free]).toEqual(['all', undefined, 32]);
  });
});

const aStep = fc.record({
  tenant: fc.constantFrom('a', 'b', 'c', 'd'),
  kind: fc.constantFrom('take', 'take', 'shrink', 'release'),
  amount: fc.nat(40),
});
const someBounds = fc
  .record({ perTenant: fc.integer({ min: 1, max: 60 }), times: fc.integer({ min: 2, max: 4 }), leaves: fc.boolean() })
  .map(
    ({ perTenant, times, leaves }): BudgetBounds => ({
      perTenant,
      total: perTenant * times,
      ...(leaves ? { leavesFree: true } : {}),
    }),
  );

test('whatever happens, no bound is exceeded and all comes back', () =>
  fc.assert(
    fc.property(someBounds, fc.array(aStep, { maxLength: 80 }), (bounds, steps) => {
      const budget = new TenantBudget(bounds);
      const holdings = new Map<string, Holding>();
      for (const { tenant, kind, amount } of steps) {
        const holding = holdings.get(tenant) ?? budget.open(tenant);
        holdings.set(tenant, holding);
        const before = holding.amount;
        if (kind === 'take') {
          const full = holding.take(amount);
          expect(holding.amount).toBe(full ? before : before + amount);
          if (!full && bounds.leavesFree) expect(holding.amount).toBeLessThanOrEqual(budget.free);
        }
        if (kind === 'shrink') holding.shrinkTo(amount);
        if (kind === 'release') holding.release();
        const amounts = [...holdings].map(([name, each]) => {
          expect(budget.heldBy(name)).toBe(each.amount);
          return each.amount;
        });
        expect(Math.max(...amounts)).toBeLessThanOrEqual(bounds.perTenant);
        expect(budget.inUse).toBe(amounts.reduce((sum, each) => sum + each, 0));
        expect(budget.inUse).toBeLessThanOrEqual(bounds.total);
      }
      for (const each of holdings.values()) each.release();
      expect(budget.inUse).toBe(0);
    }),
  ));
