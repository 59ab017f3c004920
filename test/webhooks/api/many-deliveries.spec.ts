import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { type Instant, instant } from '../../../src/kernel/instant.js';
import { listDeliveries } from '../../../src/webhooks/api/list-deliveries.js';
import { type Delivery, newDeliveryId } from '../../../src/webhooks/plan/delivery.js';
import { DeliveryStore } from '../../../src/webhooks/plan/delivery-store.js';
import { TENANT } from '../../support/given/given.js';
import { CountingOperationalStore } from '../../support/given/rows-read.js';
import { wholePage } from '../../support/given/whole-page.js';

const COUNT = 200_000;
const STATUSES = ['DELIVERED', 'DELIVERED', 'FAILED', 'PENDING'] as const;
const TYPES = ['message.created', 'conversation.updated', 'participant.created'] as const;
const at = (n: number): Instant => instant(1_900_000_000_000 + n * 1_000);

const store = new CountingOperationalStore();
const deliveries = new DeliveryStore(store, systemClock);
const delivery = (n: number): Delivery => ({
  webhookId: `event-${n}`,
  type: TYPES[n % TYPES.length] as Delivery['type'],
  conversationId: `c${n % 100}`,
  status: STATUSES[n % STATUSES.length] as Delivery['status'],
  attempts: [],
  earlier: 0,
  createdAt: at(n),
});
beforeAll(async () => {
  for (let from = 0; from < COUNT; from += 500) {
    const some = Array.from({ length: 500 }, (_, k) => from + k);
    await Promise.all(
      some.map((n) => deliveries.plan(TENANT, { id: newDeliveryId(at(n), n), queued: `c/${n}` }, delivery(n))),
    );
  }
}, 120_000);
afterAll(() => store.close());

const list = async (asked: object) => wholePage(await listDeliveries(deliveries, TENANT, asked));
const many = Array.from({ length: COUNT }, (_, n) => delivery(n)).reverse();

describe('a list of 200,000 deliveries', () => {
  test.each([
    [{}, () => true],
    [{ status: 'FAILED' }, ({ status }: Delivery) => status === 'FAILED'],
    [{ type: 'message.created' }, ({ type }: Delivery) => type === 'message.created'],
    [
      { status: 'DELIVERED', type: 'message.created', after: at(50_000), before: at(150_007) },
      (each: Delivery) =>
        each.status === 'DELIVERED' &&
        each.type === 'message.created' &&
        each.createdAt > at(50_000) &&
        each.createdAt < at(150_007),
    ],
    [{ offset: 150_000 }, () => true],
  ])('%o: is exact, and reads its page and counters', async (asked, isWanted) => {
    await list(asked);
    store.read.rows = 0;
    const { docs, paging } = await list(asked);
    const wanted = many.filter(isWanted);
    const offset = 'offset' in asked ? asked.offset : 0;
    expect(docs.map(({ value }) => value)).toEqual(wanted.slice(offset, offset + 50));
    expect(paging).toMatchObject({ total_elements: wanted.length, has_more: true });
    expect(store.read.rows).toBeLessThan(700);
    expect(store.read.scans).toEqual([]);
  });

  test('costs no more when eight ask at once', async () => {
    store.read.rows = 0;
    await Promise.all(Array.from({ length: 8 }, () => list({ limit: 50 })));
    expect(store.read.rows).toBeLessThan(8 * 120);
  });
});
