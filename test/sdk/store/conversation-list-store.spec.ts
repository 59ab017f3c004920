import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConversationListStore, type ConversationQuery, TidingsStore } from '../../../sdk/src/store.js';
import { Tidings } from '../../../sdk/src/tidings.js';
import { type BehindProxy, startBehindProxy } from '../behind-proxy.js';

const MANY = 260;
let behind: BehindProxy;
let store: TidingsStore;
const held: (() => void)[] = [];

beforeAll(async () => {
  behind = await startBehindProxy('sdk-list');
  const { token } = behind.tenant.owner;
  const tidings = new Tidings({ url: behind.owner.options.url, credential: token });
  const { id: userId } = await tidings.call('GET /users/me');
  store = new TidingsStore({ tidings, connect: io, reader: { userId } });
  for (let done = 0; done < MANY; done += 20)
    await Promise.all(Array.from({ length: 20 }, (_, n) => behind.tenant.conversationWithClient(nameOf(done + n))));
}, 120_000);
afterAll(async () => {
  for (const release of held) release();
  await behind.close();
});

const nameOf = (n: number) => `c-${String(n).padStart(3, '0')}`;

async function started(query: ConversationQuery): Promise<ConversationListStore> {
  const { store: list, release } = store.conversations(query);
  held.push(release);
  await list.start();
  await expect.poll(() => list.snapshot.connection).toBe('live');
  return list;
}
const idsOf = ({ snapshot }: ConversationListStore) => snapshot.conversations.map(({ id }) => id);

describe('a list', () => {
  test('shows any part of a long list, and keeps what is around it', async () => {
    const list = await started({ order: 'ASC' });
    const all = (await collect()).map(({ id }) => id);
    expect(list.snapshot).toMatchObject({ start: 0, total: MANY, hasMore: true });
    for (const [first, last] of [
      [10, 30],
      [30, 50],
      [240, 259],
      [100, 120],
      [0, 20],
    ] as const) {
      await list.show(first, last);
      const { start, conversations } = list.snapshot;
      expect(idsOf(list)).toEqual(all.slice(start, start + conversations.length));
      expect(start).toBeLessThanOrEqual(first);
      expect(start + conversations.length).toBeGreaterThan(last);
      expect(conversations.length).toBeLessThanOrEqual(130);
    }
  });

  test('adds pages', async () => {
    const list = await started({ order: 'ASC', limit: 40 });
    expect(list.snapshot.conversations).toHaveLength(40);
    await list.more();
    expect(list.snapshot.conversations).toHaveLength(80);
    expect(new Set(idsOf(list)).size).toBe(80);
  });

  test('shows who types until the message comes, and moves the conversation to its new place', async () => {
    const list = await started({ order: 'DESC', order_by: 'updated_at' });
    const id = nameOf(3);
    const client = await behind.tenant.client(id);
    await client.mustCall('POST', `/conversations/${id}/participants/client/activity`, {
      activity: 'IS_TYPING',
      source_id: 's',
    });
    await expect.poll(() => list.snapshot.typing.get(id)?.map(({ display_name }) => display_name)).toEqual(['Cleo']);
    await behind.tenant.post(id, 'done');
    await expect.poll(() => list.snapshot.typing.size).toBe(0);
    await expect.poll(() => idsOf(list)[0]).toBe(id);
  });

  test('shares one subscription with other lists, and is up to date after a cut', async () => {
    const [one, other] = [await started({ archived: false }), await started({ archived: true })];
    behind.proxy.cut();
    await expect.poll(() => one.snapshot.connection).toBe('stale');
    const archived = nameOf(7);
    await behind.tenant.owner.mustCall('DELETE', `/conversations/${archived}`);
    behind.proxy.resume();
    await expect.poll(() => idsOf(other), { timeout: 15_000 }).toEqual([archived]);
    await expect.poll(() => one.snapshot.total).toBe(MANY - 1);
  });

  test('shows its end where it became shorter', async () => {
    const list = await started({ order: 'ASC', archived: false });
    await list.show(235, 258);
    const all = await collect();
    const gone = all.slice(100, 200).map(({ id }) => id);
    await Promise.all(gone.map((id) => behind.tenant.owner.mustCall('DELETE', `/conversations/${id}`)));
    await expect.poll(() => list.snapshot.total).toBe(MANY - 101);
    await expect.poll(() => idsOf(list).at(-1)).toBe(all.at(-1)?.id);
    const { start, conversations } = list.snapshot;
    expect(start + conversations.length).toBe(MANY - 101);
  });
});

async function collect() {
  const all: { readonly id: string }[] = [];
  const query = { order: 'ASC', limit: 1_000 } as const;
  for await (const each of store.options.tidings.list('GET /conversations', { query })) all.push(each);
  return all;
}
