import { afterAll, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational/operational-store.js';
import { DAY } from '../../src/kernel/instant.js';
import { NO_TENANT } from '../../src/kernel/stream.js';
import { DeliveryStore } from '../../src/webhooks/delivery-store.js';
import { setClock } from '../support/processes/set-clock.js';

const clock = setClock();
const store = new SqliteOperationalStore(':memory:');
const deliveries = new DeliveryStore(store, clock);
afterAll(() => store.close());

const marked = async () => {
  const found: string[] = [];
  for await (const tenantId of deliveries.marked()) found.push(tenantId);
  return found.sort();
};
const afterDays = async (days: number) => {
  clock.advance(days * DAY);
  await deliveries.endMarks();
  return marked();
};

test('the mark of a tenant ends 30 days after the last delivery, once its queues are empty', async () => {
  for (const tenant of ['busy', 'quiet', 'renewed']) await deliveries.mark(tenant);
  await store.put({ tenantId: NO_TENANT, kind: 'webhook-busy', id: 'of-an-earlier-version' }, 1, { relaxed: true });
  await deliveries.queue('busy', { queued: 'c/1', id: 'd' });
  expect(await afterDays(29)).toEqual(['busy', 'quiet', 'renewed']);
  await deliveries.mark('renewed');
  expect(await afterDays(2)).toEqual(['busy', 'renewed']);
  await deliveries.dequeue('busy', 'c/1');
  expect(await afterDays(1)).toEqual(['renewed']);
  expect(await afterDays(30)).toEqual([]);
});
