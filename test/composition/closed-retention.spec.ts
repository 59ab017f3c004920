import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAR_FUTURE } from '../../src/kernel/instant.js';
import { RetentionWorker } from '../../src/modules/conversations/retention/application/retention.worker.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../src/ports/stores/operational-store.js';
import { startTidings, type Tidings } from '../support/api.js';

const KIND = 'retention-policy';
const TYPES = 20;

let tidings: Tidings;
let store: OperationalStore;
let worker: RetentionWorker;
beforeAll(async () => {
  tidings = await startTidings();
  store = tidings.app.get(OPERATIONAL_STORE);
  worker = tidings.app.get(RetentionWorker, { strict: false });
  worker.close();
  for (let n = 0; n < TYPES; n++) {
    await store.put({ tenantId: 'acme', kind: KIND, id: `t${n}` }, {}, { expected: 0, due: FAR_FUTURE });
  }
});
afterAll(() => tidings.close());

const putOff = async () => (await store.due(KIND, FAR_FUTURE, TYPES)).filter(({ due }) => due === FAR_FUTURE).length;

test('a retention worker that is closed changes nothing, and looks at types that were put off once it works', async () => {
  worker.start();
  worker.close();
  await sleep(300);
  expect(await putOff()).toBe(TYPES);
  worker.start();
  await expect.poll(putOff).toBe(0);
});
