import { afterEach, expect, test } from 'vitest';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';
import type { Dispatcher } from '../../../src/webhooks/plan/dispatcher.js';
import { dispatcherHarness } from '../../support/given/dispatcher-harness.js';
import { TENANT } from '../../support/given/given.js';
import { aReceiver, type Receiver } from '../../support/servers/webhook-receiver.js';

let receiver: Receiver;
let dispatcher: Dispatcher | undefined;
afterEach(async () => {
  dispatcher?.close();
  await receiver.close();
});

/** An operational store whose pages of deliveries that wait do not come while `hangs` is set. */
function hanging(operations: OperationalStore) {
  const state = { hangs: true, asked: 0 };
  const inLane: OperationalStore['inLane'] = (...given) => {
    state.asked++;
    if (!state.hangs) return operations.inLane(...given);
    return new Promise(() => {});
  };
  const through = new Proxy(operations, {
    get: (target, name) => (name === 'inLane' ? inLane : Reflect.get(target, name).bind(target)),
  });
  return { state, through };
}

test('a dispatcher that takes its lease back does not wait for the reads of the time before', async () => {
  const place = await dispatcherHarness([60]);
  receiver = await aReceiver(() => 500);
  await place.listen(TENANT, receiver.url, ['message.created']);
  await place.post(TENANT, 'a', ['1']);
  await place.post(TENANT, 'b', ['1']);
  const before = place.dispatcher();
  await before.start();
  await expect.poll(async () => (await place.resting(TENANT)).length).toBe(2);
  before.close();

  const { state, through } = hanging(place.operations);
  dispatcher = place.dispatcher(through);
  await dispatcher.start();
  await expect.poll(() => state.asked).toBeGreaterThan(0);
  dispatcher.close();
  const earlier = state.asked;
  state.hangs = false;
  await dispatcher.start();
  await expect.poll(() => state.asked).toBeGreaterThan(earlier);
});
