import { describe, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { operationalRetention } from '../../../src/catalogue/retention.js';
import { ExpirySweeper } from '../../../src/engine/effects/expiry-sweeper.js';
import { Outbox } from '../../../src/engine/effects/outbox.js';
import { DAY, FAR_FUTURE, instant, plus } from '../../../src/kernel/instant.js';
import { TENANT } from '../../support/given/given.js';

const KEPT_MS = operationalRetention.effect.days * DAY;

function setting() {
  let now = instant('2030-01-01');
  const clock = { now: () => now, monotonic: () => 0 };
  const operations = new SqliteOperationalStore(':memory:');
  const outbox = new Outbox(operations, clock);
  const failures: unknown[] = [];
  const sweeper = new ExpirySweeper(operations, clock, [], (_, error) => failures.push(error));
  return {
    operations,
    outbox,
    failures,
    sweeper,
    plan: (id: string, more: object = {}) => outbox.plan(TENANT, id, { channel: 'SMS', about: {}, at: now, ...more }),
    settle: (id: string, status: 'done' | 'unknown' = 'done') =>
      outbox.settle({ tenantId: TENANT, id }, () => ({ status })),
    async sweepAfter(ms: number) {
      now = plus(now, ms);
      await sweeper.sweep();
    },
    ids: async () => (await outbox.inGroup(TENANT, '', 1_000)).map(({ key }) => key.id),
  };
}

describe('the sweeper', () => {
  test('removes an effect when its time after the outcome is over, and leaves nothing beside it', async () => {
    const { plan, settle, sweepAfter, ids, operations, failures } = setting();
    await plan('sent');
    await plan('suppressed', { suppressed: 'no_email' });
    await settle('sent');
    await sweepAfter(KEPT_MS - 1);
    expect(await ids()).toEqual(['sent', 'suppressed']);
    await sweepAfter(2);
    expect([await ids(), await operations.due('expiry', FAR_FUTURE, 9), failures]).toEqual([[], [], []]);
  });
  test('removes an effect sooner whose plan says so', async () => {
    const { plan, settle, sweepAfter, ids } = setting();
    await plan('short', { keptDays: 1 });
    await plan('refused', { keptDays: 1, failed: 'no sender' });
    await plan('long');
    for (const id of ['short', 'long']) await settle(id);
    await sweepAfter(DAY - 1);
    expect(await ids()).toEqual(['long', 'refused', 'short']);
    await sweepAfter(2);
    expect(await ids()).toEqual(['long']);
  });
  test('leaves an effect that has no outcome', async () => {
    const { plan, sweepAfter, ids } = setting();
    await plan('planned');
    await sweepAfter(3 * KEPT_MS);
    expect(await ids()).toEqual(['planned']);
  });
  test('counts the time of an effect that is sent again from its last outcome', async () => {
    const { plan, settle, outbox, sweepAfter, ids } = setting();
    await plan('again');
    await settle('again', 'unknown');
    await sweepAfter(KEPT_MS - DAY);
    const due = instant('2031-01-01');
    await outbox.settle({ tenantId: TENANT, id: 'again' }, () => ({ status: 'planned', due }));
    await sweepAfter(2 * DAY);
    expect(await ids()).toEqual(['again']);
    await settle('again');
    await sweepAfter(KEPT_MS - DAY);
    expect(await ids()).toEqual(['again']);
    await sweepAfter(2 * DAY);
    expect(await ids()).toEqual([]);
  });
  test('removes more than a slice', async () => {
    const { plan, sweepAfter, ids } = setting();
    for (let n = 0; n < 450; n++) await plan(`e${n}`, { failed: 'no sender' });
    await sweepAfter(2 * KEPT_MS);
    expect(await ids()).toEqual([]);
  });
});
