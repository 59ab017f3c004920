import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventStore } from '../../../src/ports/stores/event-store.js';
import { posted, SealedStores, stream } from './sealed-log.fixture.js';

let stores: SealedStores;
beforeEach(() => {
  stores = new SealedStores();
});
afterEach(() => stores.close());

/** The envelope with its members in another order. */
const turned = (body: string): string => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse()));

describe('an event whose envelope was changed in the store', () => {
  test.each<[string, (body: string) => string]>([
    ['has its key id in another place', turned],
    ['has its key id in escapes', (body) => body.replace('m.talk.1025.anna', '\\u006d.talk.1025.anna')],
    ['has the id of no key', (body) => body.replace('m.talk.1025.anna', 'x.talk')],
  ])('is damaged where it %s; those around it are read', async (_, changed) => {
    await stores.process().log.append(stream, 0, [posted(1), posted(1_025), posted(3)]);
    const store: EventStore = Object.assign(Object.create(stores.store), {
      readAll: async (after: number, limit: number) =>
        (await stores.store.readAll(after, limit)).map((each) =>
          each.version === 2 ? { ...each, body: changed(each.body) } : each,
        ),
    });
    const { log } = stores.process(store);
    const { events, unreadable } = await log.readableAll(0, 10);
    expect(events.map(({ data }) => data)).toEqual([posted(1).data, posted(3).data]);
    expect(unreadable.map(({ version }) => version)).toEqual([2]);
    expect(log.damaged.size).toBe(1);
  });
});
