import { afterEach, describe, expect, test } from 'vitest';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';
import type { Dispatcher } from '../../../src/webhooks/plan/dispatcher.js';
import { type Dispatchery, dispatcherHarness } from '../../support/given/dispatcher-harness.js';
import { TENANT } from '../../support/given/given.js';
import { aReceiver, type Receiver } from '../../support/servers/webhook-receiver.js';
import { until } from '../../support/until.js';

const COUNT = 20;
/** Characters of the entry of a delivery that was delivered at its first attempt, and those of each further attempt. */
const MOST_CHARACTERS = 400;
const MOST_AN_ATTEMPT = 120;

const open: { readonly receivers: Receiver[]; readonly dispatchers: Dispatcher[] } = { receivers: [], dispatchers: [] };
afterEach(async () => {
  for (const dispatcher of open.dispatchers.splice(0)) dispatcher.close();
  await Promise.all(open.receivers.splice(0).map((receiver) => receiver.close()));
});

/** A long message in each of some conversations, all delivered. */
async function delivered(...answering: Parameters<typeof aReceiver>): Promise<Dispatchery> {
  const place = await dispatcherHarness();
  const receiver = await aReceiver(...answering);
  open.receivers.push(receiver);
  await place.listen(TENANT, receiver.url, ['message.created']);
  const dispatcher = place.dispatcher();
  open.dispatchers.push(dispatcher);
  await dispatcher.start();
  for (let n = 0; n < COUNT; n++) await place.post(TENANT, `c${n}`, ['x'.repeat(10_000)]);
  const statuses = async () => (await place.all(TENANT)).map(({ value }) => value.status).join();
  await until(statuses, (found) => found === Array(COUNT).fill('DELIVERED').join());
  return place;
}

/** Kinds of all entries of the tenant, and how many there are of each. */
async function entriesOf(operations: OperationalStore): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (let key = (await operations.scan([], 1)).next; key; key = (await operations.scan([], 1, key)).next)
    if (key.tenantId === TENANT) found[key.kind] = (found[key.kind] ?? 0) + 1;
  return found;
}

const sizesOf = async (place: Dispatchery) =>
  (await place.all(TENANT)).map(({ value }) => JSON.stringify(value).length);

describe('of a webhook that was delivered', () => {
  test('one compact entry is kept, without what it told, and no place in a queue', async () => {
    const place = await delivered();
    await expect.poll(() => entriesOf(place.operations)).toEqual({ 'webhook-delivery': COUNT });
    const sizes = await sizesOf(place);
    expect(sizes).toHaveLength(COUNT);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(JSON.stringify(await place.all(TENANT))).not.toContain('xxx');
    await place.close();
  });

  test('each failed attempt is a few words in the same entry', async () => {
    const tries = new Map<string, number>();
    const place = await delivered(({ headers }) => {
      const id = headers['webhook-id'] as string;
      tries.set(id, (tries.get(id) ?? 0) + 1);
      return tries.get(id) === 3 ? 204 : (response) => void response.writeHead(500).end('y'.repeat(50_000));
    });
    const kept = { 'webhook-delivery': COUNT, 'webhook-health': 1 };
    await expect.poll(() => entriesOf(place.operations)).toEqual(kept);
    expect((await place.all(TENANT)).every(({ value }) => value.attempts.length === 3)).toBe(true);
    expect(Math.max(...(await sizesOf(place)))).toBeLessThanOrEqual(MOST_CHARACTERS + 2 * MOST_AN_ATTEMPT);
    await place.close();
  });
});
