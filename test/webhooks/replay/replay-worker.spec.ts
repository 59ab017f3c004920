import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { DeliveryStore } from '../../../src/webhooks/plan/delivery-store.js';
import type { Replay } from '../../../src/webhooks/replay/replay.js';
import { ReplayStore } from '../../../src/webhooks/replay/replay-store.js';
import { ReplayWorker } from '../../../src/webhooks/replay/replay-worker.js';
import { type Dispatchery, dispatcherHarness } from '../../support/given/dispatcher-harness.js';
import { TENANT } from '../../support/given/given.js';
import { publicEventHistory } from '../../support/given/public-event-history.js';
import { until } from '../../support/until.js';

const OTHER = '22222222-2222-7222-8222-222222222222';
const MESSAGES = 250;

const running: ReplayWorker[] = [];
afterEach(() => {
  for (const worker of running.splice(0)) worker.close();
});

async function posted(tenants: readonly string[]): Promise<Dispatchery> {
  const place = await dispatcherHarness();
  const texts = Array.from({ length: MESSAGES }, (_, n) => String(n));
  for (const tenantId of tenants) await place.post(tenantId, 'a', texts);
  return place;
}

async function replayOf(place: Dispatchery): Promise<Replay> {
  const head = await place.log.head();
  const createdAt = systemClock.now();
  const range = { through: 0, until: head, head, types: ['message.created'] } as const;
  return { id: systemIds.next(), status: 'RUNNING', deliveries: 0, createdAt, ...range };
}

const storeOf = (place: Dispatchery) => new ReplayStore(place.operations, systemClock);

async function working(place: Dispatchery, operations: OperationalStore = place.operations): Promise<ReplayWorker> {
  const history = await publicEventHistory(place.log, await place.log.head());
  const stores = [new ReplayStore(operations, systemClock), new DeliveryStore(operations, systemClock)] as const;
  const worker = new ReplayWorker(history, ...stores, { debug() {}, info() {}, warn() {}, error() {} });
  running.push(worker);
  worker.start();
  return worker;
}

const isDone =
  (place: Dispatchery, id: string, tenantId = TENANT) =>
  async () =>
    (await storeOf(place).get(tenantId, id))?.status === 'DONE';

test('a replay plans the events of its range, one replay of a tenant at a time, those of two tenants in turn', async () => {
  const place = await posted([TENANT, OTHER]);
  const store = storeOf(place);
  const [mine, theirs] = [await replayOf(place), await replayOf(place)];
  expect(await store.begin(TENANT, mine)).toBe(true);
  expect(await store.begin(TENANT, await replayOf(place))).toBe(false);
  expect(await store.begin(OTHER, theirs)).toBe(true);
  await working(place);
  await until(isDone(place, mine.id));
  await until(isDone(place, theirs.id, OTHER));
  expect(await store.get(TENANT, mine.id)).toMatchObject({ deliveries: MESSAGES });
  expect([(await place.all(TENANT)).length, (await place.queued(TENANT)).length]).toEqual([MESSAGES, MESSAGES]);
  expect(await store.begin(TENANT, await replayOf(place))).toBe(true);
});

test.each([0, 1, 40, 150, 203, 204, 260, 505])(
  'a worker that dies at change %i is continued by the next, and no event is planned twice',
  async (n) => {
    const place = await posted([TENANT]);
    const replay = await replayOf(place);
    await storeOf(place).begin(TENANT, replay);
    let changes = 0;
    const dying = new Proxy(place.operations, {
      get(target, name) {
        const method = Reflect.get(target, name).bind(target);
        if (name !== 'put' && name !== 'remove') return method;
        return (...args: unknown[]) =>
          changes++ < n ? method(...args) : Promise.reject(new StoreUnavailable('the process died'));
      },
    });
    const first = await working(place, dying);
    await until(() => changes > n);
    first.close();
    await working(place);
    await until(isDone(place, replay.id));
    expect(await storeOf(place).get(TENANT, replay.id)).toMatchObject({ deliveries: MESSAGES });
    expect(await place.all(TENANT)).toHaveLength(MESSAGES);
  },
);

test('a cancelled replay plans nothing more and makes room for the next', async () => {
  const place = await posted([TENANT]);
  const store = storeOf(place);
  const replay = await replayOf(place);
  await store.begin(TENANT, replay);
  const entry = await store.running(TENANT);
  if (!entry) throw new Error('no replay runs');
  await store.save(entry, { ...entry.value, status: 'CANCELLED' });
  expect((await store.get(TENANT, replay.id))?.status).toBe('CANCELLED');
  const next = await replayOf(place);
  expect(await store.begin(TENANT, next)).toBe(true);
  await working(place);
  await until(isDone(place, next.id));
  expect(await place.all(TENANT)).toHaveLength(MESSAGES);
});

test('a replay that cannot go on holds up no other', async () => {
  const place = await posted([TENANT, OTHER]);
  const store = storeOf(place);
  const [mine, theirs] = [await replayOf(place), await replayOf(place)];
  await store.begin(TENANT, mine);
  await store.begin(OTHER, theirs);
  const broken = new Proxy(place.operations, {
    get(target, name) {
      const method = Reflect.get(target, name).bind(target);
      if (name !== 'put') return method;
      return (...args: Parameters<OperationalStore['put']>) =>
        args[0].kind === 'webhook-delivery' && args[0].tenantId === TENANT
          ? Promise.reject(new StoreUnavailable('away for one tenant'))
          : method(...args);
    },
  });
  await working(place, broken);
  await until(isDone(place, theirs.id, OTHER));
  expect((await store.get(TENANT, mine.id))?.status).toBe('RUNNING');
});
