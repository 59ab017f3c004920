import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConversationStore, memoryOutbox, type OutboxStorage, TidingsStore } from '../../../sdk/src/store.js';
import { Tidings } from '../../../sdk/src/tidings.js';
import { type BehindProxy, startBehindProxy } from '../behind-proxy.js';

let behind: BehindProxy;
let user: Tidings;
let userId: string;
const opened: { close(): void }[] = [];

beforeAll(async () => {
  behind = await startBehindProxy('sdk-store');
  const { token } = behind.tenant.owner;
  const { id } = (await behind.tenant.owner.mustCall('GET', '/users/me')).body;
  user = new Tidings({ url: behind.owner.options.url, credential: token });
  userId = id;
});
afterAll(async () => {
  for (const each of opened) each.close();
  await behind.close();
});

function storeOf(id: string, outbox: OutboxStorage = memoryOutbox()) {
  const store = new ConversationStore(user, io, id, { reader: { userId }, outbox });
  opened.push(store);
  return store;
}
async function started(id: string, outbox?: OutboxStorage) {
  const store = storeOf(id, outbox);
  await store.start();
  await expect.poll(() => store.snapshot.connection).toBe('live');
  return store;
}
const textsOf = ({ snapshot }: ConversationStore) =>
  snapshot.messages.map((each) => ('text' in each ? each.text : undefined));

describe('a conversation', () => {
  test('shows what is there, then what comes, each message once', async () => {
    const { tenant } = behind;
    await tenant.conversationWithClient('live');
    await tenant.post('live', 'one');
    const store = await started('live');
    let changes = 0;
    store.subscribe(() => changes++);
    await tenant.post('live', 'two');
    await expect.poll(() => textsOf(store)).toEqual(['one', 'two']);
    expect(changes).toBeGreaterThan(0);
    expect(store.snapshot).toBe(store.snapshot);
    expect(store.snapshot).toMatchObject({ status: 'ready', hasOlder: false, newest: 2, pending: [] });
  });

  test('shows an own message at once, then as the log has it', async () => {
    await behind.tenant.conversationWithClient('own');
    const store = await started('own');
    store.send({ kind: 'TEXT', text: 'hello' });
    expect(store.snapshot.pending).toMatchObject([{ draft: { text: 'hello' }, status: 'sending' }]);
    await expect.poll(() => textsOf(store)).toEqual(['hello']);
    await expect.poll(() => store.snapshot.pending).toEqual([]);
    const [message] = store.snapshot.messages;
    await expect.poll(() => message && store.isOwn(message)).toBe(true);
  });

  test('keeps the order of messages over a cut, and sends each once', async () => {
    const { proxy, tenant } = behind;
    await tenant.conversationWithClient('cut');
    const store = await started('cut');
    store.send({ kind: 'TEXT', text: '0' });
    await expect.poll(() => textsOf(store)).toEqual(['0']);
    proxy.cut();
    for (const text of ['1', '2', '3']) store.send({ kind: 'TEXT', text });
    await expect.poll(() => store.snapshot.connection).toBe('stale');
    await tenant.post('cut', 'meanwhile');
    proxy.resume();
    await expect.poll(() => textsOf(store), { timeout: 15_000 }).toEqual(['0', 'meanwhile', '1', '2', '3']);
    await expect.poll(() => store.snapshot.pending).toEqual([]);
  });

  test('knows what others have seen, and reports what a user has seen who takes no part', async () => {
    const { tenant } = behind;
    await tenant.conversationWithClient('seen');
    await tenant.post('seen', 'one');
    const store = await started('seen');
    store.seen();
    await expect
      .poll(
        async () => (await tenant.owner.mustCall('GET', '/conversations/seen?includes=CURRENT_USER_READ_STATUS')).body,
      )
      .toMatchObject({ read_status: { unread_message_count: 0 } });
    expect(store.snapshot.self).toBeUndefined();
    store.send({ kind: 'TEXT', text: 'two' });
    await expect.poll(() => textsOf(store)).toEqual(['one', 'two']);
    const client = await tenant.client('seen');
    const body = { activity: 'MESSAGE_SEEN', last_message_sequence_seen: 2 };
    await client.mustCall('POST', '/conversations/seen/participants/client/activity', body);
    await expect.poll(() => store.snapshot.participants.get('client')).toMatchObject({ last_message_sequence_seen: 2 });
  });

  test('follows a lock from its begin to its end, and reads again when it is told to', async () => {
    const { tenant } = behind;
    await tenant.conversationWithClient('lock', { description: 'Lamp' });
    const store = await started('lock');
    const lock_expires_at = new Date(Date.now() + 60_000).toISOString();
    await tenant.owner.mustCall('POST', '/conversations/lock/lock', { lock_expires_at });
    await expect.poll(() => store.snapshot.conversation?.locked_by).toBe(userId);
    await tenant.owner.mustCall('POST', '/conversations/lock/unlock');
    await expect.poll(() => store.snapshot.conversation?.locked_by, { timeout: 900 }).toBeUndefined();
    expect(store.snapshot.conversation).toMatchObject({ description: 'Lamp', read_status: {} });
    await tenant.owner.mustCall('POST', '/conversations/lock/participants', { kind: 'CLIENT', display_name: 'Dora' });
    await store.readAgain();
    expect([...store.snapshot.participants.values()].map((each) => each.display_name)).toContain('Dora');
  });

  test('reads older messages in pages, and stays at its end', async () => {
    const { tenant } = behind;
    await tenant.conversationWithClient('long');
    for (let n = 1; n <= 120; n++) await tenant.post('long', `${n}`);
    const store = await started('long');
    expect(store.snapshot).toMatchObject({ hasOlder: true, newest: 120 });
    expect(store.snapshot.messages).toHaveLength(50);
    await store.pages.more('older');
    await store.pages.more('older');
    expect(textsOf(store)).toEqual(Array.from({ length: 120 }, (_, n) => `${n + 1}`));
    expect(store.snapshot.hasOlder).toBe(false);
  });

  test('finds what an earlier page left: unsent messages and the draft', async () => {
    const { proxy, tenant } = behind;
    await tenant.conversationWithClient('reload');
    const outbox = memoryOutbox();
    const first = await started('reload', outbox);
    proxy.cut();
    first.send({ kind: 'TEXT', text: 'accepted' });
    first.draft.set('half a wo');
    first.close();
    proxy.resume();
    const second = await started('reload', outbox);
    await expect.poll(() => textsOf(second)).toEqual(['accepted']);
    expect(second.snapshot.draft).toBe('half a wo');
    await expect.poll(() => outbox.load(`${userId}/reload`)).toEqual([]);
  });

  test('shows who types until the message comes', async () => {
    const { tenant } = behind;
    await tenant.conversationWithClient('typing');
    const store = await started('typing');
    const client = await tenant.client('typing');
    const path = '/conversations/typing/participants/client/activity';
    await client.mustCall('POST', path, { activity: 'IS_TYPING', source_id: 's' });
    await expect.poll(() => store.snapshot.typing).toEqual(['client']);
    await tenant.post('typing', 'done');
    await expect.poll(() => store.snapshot.typing).toEqual([]);
  });

  test('has the participants and the read mark of its reader', async () => {
    const { tenant } = behind;
    await tenant.conversationWithClient('marks');
    const store = await started('marks');
    store.send({ kind: 'TEXT', text: 'from me' });
    await expect.poll(() => store.snapshot.self, { timeout: 5_000 }).toMatchObject({ user_id: userId });
    await tenant.post('marks', 'to me');
    await expect.poll(() => store.snapshot.newest).toBe(2);
    store.seen();
    expect(store.snapshot.lastSeen).toBe(2);
    const read = { path: { conversation_id: 'marks' }, query: { includes: ['CURRENT_USER_READ_STATUS' as const] } };
    await expect
      .poll(async () => (await user.call('GET /conversations/{conversation_id}', read)).read_status)
      .toEqual({ last_message_seen: 2, unread_message_count: 0 });
  });

  test('that is not there, or whose reader is not let in, ends with the error', async () => {
    const missing = storeOf('nowhere');
    await expect(missing.start()).rejects.toMatchObject({ code: 'errors.conversation.not_found' });
    expect(missing.snapshot).toMatchObject({ status: 'ended', ended: { reason: 'gone' } });
  });

  test('that is opened while the network is away is shown when it is back', async () => {
    const { proxy, tenant } = behind;
    await tenant.conversationWithClient('offline');
    await tenant.post('offline', 'hello');
    proxy.cut();
    const impatient = new Tidings({ ...user.options, retries: 0 });
    const store = new ConversationStore(impatient, io, 'offline', { reader: { userId } });
    opened.push(store);
    void store.start();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(store.snapshot.status).toBe('loading');
    proxy.resume();
    await expect.poll(() => textsOf(store)).toEqual(['hello']);
  });
});

describe('the store of a page', () => {
  test('shares a conversation among views, and closes it after the last', async () => {
    await behind.tenant.conversationWithClient('shared');
    const page = new TidingsStore({ tidings: user, connect: io, reader: { userId } });
    const [one, two] = [page.conversation('shared'), page.conversation('shared')];
    expect(one.store).toBe(two.store);
    await expect.poll(() => one.store.snapshot.status).toBe('ready');
    one.release();
    one.release();
    await behind.tenant.post('shared', 'still here');
    await expect.poll(() => textsOf(two.store)).toEqual(['still here']);
    two.release();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const next = page.conversation('shared');
    expect(next.store).not.toBe(one.store);
    next.store.close();
  });

  test('keeps a list as the service orders it', async () => {
    const { tenant } = behind;
    for (const id of ['list-a', 'list-b']) await tenant.conversationWithClient(id, { description: 'orders' });
    const page = new TidingsStore({ tidings: user, connect: io, reader: { userId } });
    const { store, release } = page.conversations({ search: 'orders', order_by: 'updated_at', limit: 2 });
    opened.push(store);
    await expect.poll(() => store.snapshot.connection).toBe('live');
    const ids = () => store.snapshot.conversations.map(({ id }) => id);
    expect([ids(), store.snapshot.total]).toEqual([['list-b', 'list-a'], 2]);
    await tenant.post('list-a', 'newest');
    await expect.poll(ids, { timeout: 5_000 }).toEqual(['list-a', 'list-b']);
    await tenant.conversationWithClient('list-c', { description: 'orders' });
    await expect.poll(ids, { timeout: 5_000 }).toEqual(['list-c', 'list-a']);
    expect(store.snapshot).toMatchObject({ total: 3, hasMore: true });
    await store.more();
    expect([ids(), store.snapshot.hasMore]).toEqual([['list-c', 'list-a', 'list-b'], false]);
    release();
  });
});
