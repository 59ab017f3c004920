import { afterEach, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { Outbox } from '../../../src/engine/effects/outbox.js';
import { QueueLengths } from '../../../src/engine/effects/queue-lengths.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { ParkedEvents } from '../../../src/engine/read-models/parked/parked-events.js';
import { Parking } from '../../../src/engine/read-models/parking.js';
import { Metrics } from '../../../src/http/metrics/metrics.js';
import { WorkerMetrics } from '../../../src/http/metrics/worker-metrics.js';
import { plus, SECOND } from '../../../src/kernel/instant.js';
import type { EventStore } from '../../../src/ports/stores/event-store.js';
import { DeliveryStore } from '../../../src/webhooks/plan/delivery-store.js';
import { counters, openLog } from '../../engine/commands/counter.js';
import { metaOf, TENANT } from '../../support/given/given.js';
import { setClock } from '../../support/processes/set-clock.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const open: WorkerMetrics[] = [];
afterEach(() => {
  for (const metrics of open.splice(0)) metrics.onModuleDestroy();
});

/** What workers of a service keep, and its metrics, without the workers. */
function setting() {
  const [operations, clock, metrics] = [new SqliteOperationalStore(':memory:'), setClock(), new Metrics()];
  const [outbox, parking] = [new Outbox(operations, clock), new Parking(operations, clock, quiet)];
  const { log } = openLog();
  const events = new ParkedEvents(operations, clock);
  const [caughtUp, queues] = [new CaughtUp(), new QueueLengths()];
  open.push(new WorkerMetrics(metrics, log, operations, clock, caughtUp, parking, events, outbox, queues));
  const figures = async (name: string) =>
    (await metrics.text())
      .split('\n')
      .filter((line) => line.startsWith(name))
      .map((line) => line.slice(name.length));
  return { clock, log, events, outbox, parking, deliveries: new DeliveryStore(operations, clock), figures };
}

test('the metrics tell how long the oldest due entry of each kind has waited', async () => {
  const { clock, outbox, deliveries, figures } = setting();
  const due = () => figures('tidings_oldest_due_seconds');
  const plan = (id: string) => outbox.plan(TENANT, id, { channel: 'LETTER', about: {}, at: clock.now() });
  await plan('c.first');
  const waiting = await deliveries.queues.add(TENANT, { queued: 'c/1', id: 'd' });
  if (!waiting) return expect.fail();
  await deliveries.queues.move(TENANT, waiting, { lane: 'background', due: plus(clock.now(), 30 * SECOND) });
  expect(await due()).toEqual(['{kind="timer"} 0', '{kind="effect"} 0', '{kind="webhook-queue"} 0']);
  clock.advance(90 * SECOND);
  await plan('c.second');
  expect(await due()).toEqual(['{kind="timer"} 0', '{kind="effect"} 90', '{kind="webhook-queue"} 60']);
  await outbox.settle({ tenantId: TENANT, id: 'c.first' }, () => ({ status: 'done' }));
  clock.advance(5 * SECOND);
  expect(await due()).toEqual(['{kind="timer"} 0', '{kind="effect"} 5', '{kind="webhook-queue"} 65']);
});

test('the metrics tell the number of parked events', async () => {
  const { log, events, figures } = setting();
  expect(await figures('tidings_parked_events')).toEqual([' 0']);
  const { store } = log as unknown as { store: EventStore };
  await store.append(`counter-${TENANT}_bad`, 0, [{ id: 'damaged', type: 'Counted', body: 'no JSON' }]);
  await log.readableAll(0, 1);
  await events.note(log.damaged, new Set());
  expect(await figures('tidings_parked_events')).toEqual([' 1']);
});

test('the metrics tell the number of parked documents', async () => {
  const { parking, figures } = setting();
  const projection = counters();
  const event = { type: 'Counted', data: { to: 1 }, meta: metaOf('counter-a', 1) };
  const park = (key: string) => parking.park({ projection, key, before: undefined, event, cause: new Error('a bug') });
  const [first] = [await park('a'), await park('b'), await park('b')];
  expect(await figures('tidings_parked_documents')).toEqual([' 2']);
  await parking.release(first);
  expect(await figures('tidings_parked_documents')).toEqual([' 1']);
});
