import { afterEach, describe, expect, test } from 'vitest';
import { combine } from '../../../src/composition/combine.js';
import { manifests } from '../../../src/composition/registry.js';
import { EntryUpgrades } from '../../../src/engine/effects/entry-upgrades.js';
import { HOUR, plus } from '../../../src/kernel/instant.js';
import { NO_TENANT, parseStreamName } from '../../../src/kernel/stream.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { type Delivery, newDeliveryId, ownQueue, queueId } from '../../../src/webhooks/plan/delivery.js';
import { type Dispatchery, dispatcherHarness } from '../../support/given/dispatcher-harness.js';
import { TENANT } from '../../support/given/given.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';
import { until } from '../../support/until.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const { entryUpgrades } = combine(manifests);
const upgrades = (place: Dispatchery, through: OperationalStore = place.operations) =>
  new EntryUpgrades(through, entryUpgrades, { now: place.now, monotonic: () => 0 });

/**
 * What a process of the version before lanes left. Conversation `a` rests under a head with two deliveries behind; `b`
 * was in memory, so it has none; one delivery was retried by hand in a queue of its own.
 */
async function earlier() {
  const place = await dispatcherHarness([3_600, 3_600]);
  const receiver = await aReceiver(() => 204);
  closing.push(() => receiver.close());
  const texts = { a: ['a1', 'a2', 'a3'], b: ['b1', 'b2'], c: ['c1'] };
  for (const [conversation, each] of Object.entries(texts)) await place.post(TENANT, conversation, each);
  const events = await place.log.readAll(0, 100);
  await place.listen(TENANT, receiver.url, ['message.created']);
  const failedAt = place.now();
  const due = plus(place.now(), HOUR);
  const put = (kind: string, id: string, value: object | string | number, more: object = {}) =>
    place.operations.put({ tenantId: kind === 'webhook-busy' ? NO_TENANT : TENANT, kind, id }, value, more);
  for (const { meta } of events) {
    const conversation = parseStreamName(meta.stream).id;
    const id = newDeliveryId(meta.at, meta.position);
    const isResting = conversation === 'a' && meta.position === events[0]?.meta.position;
    const failed = { at: failedAt, durationMs: 1, statusCode: 503, error: 'status' as const };
    const head = `1/${due}/a`;
    const delivery: Delivery = {
      ...{ webhookId: meta.id, type: 'message.created', conversationId: conversation, status: 'PENDING', earlier: 0 },
      attempts: isResting ? [failed] : [],
      ...(isResting && { nextAttemptAt: due }),
      createdAt: meta.at,
      source: { stream: meta.stream, version: meta.version },
    };
    await put('webhook-delivery', id, delivery, { listed: { at: meta.at, facet: 'PENDING/message.created' } });
    const own = ownQueue(id);
    const queued = conversation === 'c' ? queueId(own, 0) : queueId(conversation, meta.position);
    await put('webhook-queue', queued, { delivery: id, ...(isResting && { head }) });
    if (isResting) await put('webhook-head', head, { at: failedAt, type: 'message.created' }, { due });
    if (conversation === 'c') await put('webhook-head', `0/0/${own}`, 'asked');
  }
  await put('webhook-busy', TENANT, { at: place.now() });
  await put('webhook-asked', TENANT, 1, { due: place.now() });
  return { place, receiver, told: () => receiver.received.map(({ body }) => String(body.data.text)) };
}

/** Fails at its n-th change, and at all after it. */
function dyingAt(operations: OperationalStore, n: number): OperationalStore {
  let changes = 0;
  return new Proxy(operations, {
    get(target, name) {
      const work = Reflect.get(target, name).bind(target);
      if (name !== 'put' && name !== 'remove') return work;
      return (...args: unknown[]) => (changes++ < n ? work(...args) : Promise.reject(new StoreUnavailable('dead')));
    },
  });
}

describe('queues of the version before lanes', () => {
  test.each([undefined, 0, 1, 2, 5, 8, 9])('are sent after an upgrade that died at its change %s', async (n) => {
    const { place, receiver, told } = await earlier();
    if (n !== undefined) await expect(upgrades(place, dyingAt(place.operations, n)).run()).rejects.toThrow('dead');
    await upgrades(place).run();
    const dispatcher = place.dispatcher();
    await dispatcher.start();
    closing.push(() => dispatcher.close());
    await receiver.until(3);
    await until(async () => (await place.operations.inLane(TENANT, 'webhook-queue', 'behind', 9)).length === 2);
    expect(told().sort()).toEqual(['b1', 'b2', 'c1']);
    await place.change(TENANT, { enabled: true });
    await receiver.until(6);
    expect(told().slice(3)).toEqual(['a1', 'a2', 'a3']);
    await until(async () => (await place.queued(TENANT)).length === 0);
    for (const kind of ['webhook-head', 'webhook-asked'])
      expect(await place.operations.list(TENANT, kind, '', 9)).toEqual([]);
    expect(await place.operations.list(NO_TENANT, 'webhook-busy', '', 9)).toEqual([]);
  });

  test('keep the lanes they have when they are upgraded again', async () => {
    const { place } = await earlier();
    await upgrades(place).run();
    const lanes = async () => (await place.queued(TENANT)).map(({ key, lane, due }) => [key.id, lane, due]);
    const before = await lanes();
    const upgrade = { tenantId: NO_TENANT, kind: 'upgrade', id: 'listed-expiring-in-lanes' };
    expect(await place.operations.remove(upgrade)).toBe(true);
    await upgrades(place).run();
    expect(await lanes()).toEqual(before);
    expect(new Set(before.map(([, lane]) => lane))).toEqual(new Set(['background', 'interactive']));
  });
});
