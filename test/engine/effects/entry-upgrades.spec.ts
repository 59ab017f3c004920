import { describe, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { operationalRetention } from '../../../src/catalogue/retention.js';
import { combine } from '../../../src/composition/combine.js';
import { manifests } from '../../../src/composition/registry.js';
import { EntryUpgrades } from '../../../src/engine/effects/entry-upgrades.js';
import { ExpirySweeper } from '../../../src/engine/effects/expiry-sweeper.js';
import { EFFECT_STATUSES, type Effect, effectFacet } from '../../../src/engine/effects/outbox.js';
import { DAY, FAR_FUTURE, instant, plus } from '../../../src/kernel/instant.js';
import { NO_TENANT } from '../../../src/kernel/stream.js';
import { type Delivery, deliveryRange } from '../../../src/webhooks/plan/delivery.js';
import { TENANT } from '../../support/given/given.js';

const at = instant('2030-01-01');
const { entryUpgrades } = combine(manifests);
const clock = { now: () => at, monotonic: () => 0 };
const EFFECTS = { facets: EFFECT_STATUSES.map((status) => effectFacet('SMS', status)) };
const effectKey = (id: string) => ({ tenantId: TENANT, kind: 'effect', id });
const deliveryKey = (id: string) => ({ tenantId: TENANT, kind: 'webhook-delivery', id });
const causeKey = { tenantId: TENANT, kind: 'notification-cause', id: 'cause' };

const effect = (status: Effect['status']): Effect => {
  return { channel: 'SMS', about: {}, status, plannedAt: at, changedAt: at, attempts: 1 };
};
const delivery: Delivery = {
  webhookId: 'event',
  type: 'message.created',
  status: 'FAILED',
  attempts: [],
  earlier: 0,
  createdAt: at,
};

/** Entries as an earlier version wrote them. */
async function earlier() {
  const store = new SqliteOperationalStore(':memory:');
  await store.put(effectKey('c.sent'), effect('done'));
  await store.put(effectKey('c.waiting'), effect('planned'), { due: at });
  for (let n = 0; n < 1_200; n++) await store.put(deliveryKey(`d${n}`), delivery, { relaxed: true });
  await store.put(causeKey, { at, targets: [] });
  return store;
}

const counted = async (store: SqliteOperationalStore) => ({
  effects: await store.count(TENANT, 'effect', EFFECTS),
  group: await store.countGroup(TENANT, 'effect', 'c.'),
  deliveries: await store.count(TENANT, 'webhook-delivery', deliveryRange({ status: 'FAILED' })),
});

describe('entries of an earlier version', () => {
  test('are listed and counted, at the revisions they have', async () => {
    const store = await earlier();
    expect(await counted(store)).toEqual({ effects: 0, group: 0, deliveries: 0 });
    await new EntryUpgrades(store, entryUpgrades, clock).run();
    expect(await counted(store)).toEqual({ effects: 2, group: 2, deliveries: 1_200 });
    expect((await store.get(effectKey('c.sent')))?.revision).toBe(1);
    expect(await store.get(effectKey('c.waiting'))).toMatchObject({ revision: 1, due: at });
  });

  test('end when their time is over, those without an outcome stay', async () => {
    const store = await earlier();
    await new EntryUpgrades(store, entryUpgrades, clock).run();
    const sweepAt = async (days: number) => {
      const clock = { now: () => plus(at, days * DAY + 1), monotonic: () => 0 };
      await new ExpirySweeper(store, clock, ['notification-cause'], () => {}).sweep();
    };
    await sweepAt(operationalRetention.effect.days);
    expect(await store.get(effectKey('c.sent'))).toBeUndefined();
    expect(await store.get(effectKey('c.waiting'))).toBeDefined();
    expect(await store.get(causeKey)).toBeDefined();
    expect(await counted(store)).toMatchObject({ effects: 1, group: 1 });
    await sweepAt(operationalRetention['notification-cause'].days);
    expect(await store.get(causeKey)).toBeUndefined();
  });

  test('keep the expiry marker that they have', async () => {
    const store = await earlier();
    const marker = { tenantId: TENANT, kind: 'expiry', id: 'effect/c.sent' };
    await store.put(marker, { kind: 'effect', id: 'c.sent', revision: 7 }, { due: FAR_FUTURE });
    await new EntryUpgrades(store, entryUpgrades, clock).run();
    expect(await store.get(marker)).toMatchObject({ value: { revision: 7 }, due: FAR_FUTURE, revision: 1 });
  });

  test('are read once, a slice at a time, from where an earlier start stopped', async () => {
    const store = await earlier();
    const scan = store.scan.bind(store);
    let scans = 0;
    store.scan = async (kinds, steps, after) => {
      if (++scans === 2) throw new Error('on purpose');
      const slice = await scan(kinds, steps, after);
      expect(slice.entries.length).toBeLessThanOrEqual(500);
      return slice;
    };
    const upgrades = new EntryUpgrades(store, entryUpgrades, clock);
    await expect(upgrades.run()).rejects.toThrow('on purpose');
    await upgrades.run();
    expect(scans).toBe(4);
    await upgrades.run();
    expect(scans).toBe(4);
    expect(await counted(store)).toEqual({ effects: 2, group: 2, deliveries: 1_200 });
    const place = { tenantId: NO_TENANT, kind: 'upgrade', id: 'listed-expiring-in-lanes' };
    expect(await store.get(place)).toMatchObject({ value: { isDone: true } });
  });

  test('come out right when two processes bring them up to date at once', async () => {
    const store = await earlier();
    const two = [1, 2].map(() => new EntryUpgrades(store, entryUpgrades, clock).run());
    await Promise.all(two);
    expect(await counted(store)).toEqual({ effects: 2, group: 2, deliveries: 1_200 });
  });
});
