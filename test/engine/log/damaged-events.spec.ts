import { expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { stateAsOf } from '../../../src/engine/log/as-of.js';
import { CheckpointedSubscriber } from '../../../src/engine/log/checkpointed-subscriber.js';
import { DamagedEvent } from '../../../src/engine/log/damaged-events.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { Parking } from '../../../src/engine/read-models/parking.js';
import { Projector } from '../../../src/engine/read-models/projector.js';
import { Count, counterDecider, counters, meta, openLog } from '../commands/counter.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A log of three streams with an event each. Bodies of the damaged ones are cut off. */
async function logWithDamaged(...bodies: readonly string[]) {
  const { store, log } = openLog();
  const runner = new CommandRunner(log, systemIds, systemClock);
  await runner.run(counterDecider, new Count('a', {}, meta()));
  for (const [n, body] of bodies.entries()) {
    const stream = `counter-${meta().tenantId}_bad${n}`;
    await store.append(stream, 0, [{ id: systemIds.next(), type: 'Counted', body }]);
  }
  return { log, runner };
}

test.each(['no JSON', 'null', '{}', '{"v":1,"at":"2030-01-01T00:00:00Z"}'])(
  'a body like %s stops no subscriber, and is reported once',
  async (body) => {
    const { log, runner } = await logWithDamaged(body);
    const reported: DamagedEvent[] = [];
    log.damaged.report = (event) => reported.push(event);
    await runner.run(counterDecider, new Count('c', {}, meta()));
    const handed: number[] = [];
    const handler = {
      name: 'one',
      async handle(events: readonly { readonly meta: { readonly position: number } }[]) {
        handed.push(...events.map((event) => event.meta.position));
        return true;
      },
    };
    const subscriber = new CheckpointedSubscriber(log, new SqliteOperationalStore(':memory:'), handler, () => {});
    subscriber.start();
    await expect.poll(() => handed).toEqual([1, 3]);
    subscriber.close();
    expect(reported.map(({ place }) => place.position)).toEqual([2]);
    await expect(log.read(reported[0]?.place.stream ?? '', { limit: 1 })).rejects.toThrow(DamagedEvent);
    expect((await log.readAll(0, 1)).map((event) => event.meta.position)).toEqual([1]);
    expect((await log.readAll(1, 1)).map((event) => event.meta.position)).toEqual([3]);
  },
);

test('read models apply a log that ends with damaged events, and start again behind them', async () => {
  const { log } = await logWithDamaged('no JSON', 'null');
  const documents = new SqliteDocumentStore(':memory:');
  for (let start = 0; start < 2; start++) {
    const [caughtUp, parking] = [
      new CaughtUp(),
      new Parking(new SqliteOperationalStore(':memory:'), systemClock, quiet),
    ];
    const projector = new Projector(log, documents, [counters()], parking, caughtUp, () => {});
    await projector.start();
    expect(caughtUp.position).toBe(3);
    projector.close();
  }
});

test('events of a stream whose state cannot be read are passed over, others are handled', async () => {
  const { log, runner } = await logWithDamaged('no JSON');
  await runner.run(counterDecider, new Count('c', {}, meta()));
  const [bad] = (await log.readableAll(1, 1)).unreadable;
  const handled: number[] = [];
  const handler = {
    name: 'one',
    async handle(events: readonly { readonly meta: { readonly position: number } }[]) {
      for (const event of events) {
        if (event.meta.position === 1) await log.read(bad?.stream ?? '', { limit: 1 });
        handled.push(event.meta.position);
      }
      return true;
    },
  };
  const failures: unknown[] = [];
  const operations = new SqliteOperationalStore(':memory:');
  const subscriber = new CheckpointedSubscriber(log, operations, handler, (_, error) => failures.push(error));
  subscriber.start();
  await expect.poll(() => handled).toEqual([3]);
  subscriber.close();
  expect(failures).toHaveLength(1);
});

test('the state of a stream behind a damaged event is refused as damaged', async () => {
  const { log } = await logWithDamaged('no JSON');
  const [bad] = (await log.readableAll(1, 1)).unreadable;
  const fold = { initial: 0, evolve: (count: number) => count + 1 };
  await expect(stateAsOf(log, bad?.stream ?? '', fold)).rejects.toThrow(DamagedEvent);
  expect((await stateAsOf(log, bad?.stream ?? '', fold, { position: 1 })).state).toBe(0);
});
