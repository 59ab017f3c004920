import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { type Caller } from '../../fixtures/caller.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Listener, listenAs, listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let other: Tenant;
let client: Caller;
let listener: Listener;
beforeAll(async () => {
  tidings = await startTidings();
  [acme, other] = await Promise.all([createTenant(tidings, 'acme'), createTenant(tidings, 'other')]);
  await Promise.all([
    acme.conversationWithClient('c1'),
    acme.conversationWithClient('c2'),
    other.conversationWithClient('theirs'),
  ]);
  client = await acme.client('c1');
});
afterEach(() => listener?.close());
afterAll(() => tidings.close());

const as = async (who: Caller) => {
  listener = await listenerOf(who);
  return listener;
};

const refusedWith = (code: string, path?: string) => ({
  ok: false,
  error: expect.objectContaining({
    code,
    request_id: expect.any(String),
    ...(path === undefined ? {} : { errors: [expect.objectContaining({ path })] }),
  }),
});

describe('SUBSCRIBE', () => {
  test('is acknowledged with a position', async () => {
    await as(acme.owner);
    expect(await listener.subscribe('conversations')).toEqual({ ok: true, position: expect.stringMatching(/^p/) });
    expect(await listener.subscribe('conversations/c1')).toEqual({ ok: true, position: expect.any(String) });
  });

  test('may repeat its type, and no other', async () => {
    await as(acme.owner);
    const body = { type: 'SUBSCRIBE', address: 'conversations' };
    expect(await listener.ask('SUBSCRIBE', body)).toMatchObject({ ok: true });
    expect(await listener.ask('SUBSCRIBE', { ...body, type: 'PING' })).toEqual(
      refusedWith('errors.validation.failed', 'type'),
    );
  });

  test.each(['conversations/nowhere', 'conversations/theirs'])('knows no %s', async (address) => {
    await as(acme.owner);
    expect(await listener.subscribe(address)).toEqual(refusedWith('errors.conversation.not_found'));
  });

  test('gives a client its own conversation and nothing else', async () => {
    await as(client);
    expect(await listener.subscribe('conversations/c1')).toMatchObject({ ok: true });
    expect(await listener.subscribe('conversations')).toEqual(refusedWith('errors.forbidden'));
    expect(await listener.subscribe('conversations/c2')).toEqual(refusedWith('errors.conversation.not_found'));
    await acme.post('c2');
    await acme.post('c1');
    await listener.next('NEW_MESSAGE');
    expect(listener.heard.map(({ conversation_id }) => conversation_id)).toEqual(['c1']);
  });

  test.each<[unknown, string]>([
    [{}, 'address'],
    [{ address: 7 }, 'address'],
    [{ address: null }, 'address'],
    [{ address: ['conversations'] }, 'address'],
    [{ address: { $ne: '' } }, 'address'],
    [{ address: '' }, 'address'],
    [{ address: 'messages' }, 'address'],
    [{ address: 'conversations/' }, 'address'],
    [{ address: 'conversations/../c1' }, 'address'],
    [{ address: 'conversations/c1\u0000' }, 'address'],
    [{ address: `conversations/${'c'.repeat(51)}` }, 'address'],
    [{ address: 'conversations', after: 7 }, 'after'],
    [{ address: 'conversations', after: '' }, 'after'],
    [{ address: 'conversations', before: 'p1' }, 'before'],
    [JSON.parse('{"address":"conversations","__proto__":{"after":"p0"}}'), '__proto__'],
    ['conversations', ''],
    [[], ''],
    [null, ''],
    [7, ''],
    [Buffer.from('conversations'), ''],
  ])('refuses %j, by its path', async (body, path) => {
    await as(acme.owner);
    expect(await listener.ask('SUBSCRIBE', body)).toEqual(refusedWith('errors.validation.failed', path));
  });

  test('refuses a position that cannot be read', async () => {
    await as(acme.owner);
    expect(await listener.subscribe('conversations', '17')).toEqual(refusedWith('errors.position.unreadable', 'after'));
  });

  test('takes a hundred addresses of one socket', async () => {
    const ids = Array.from({ length: 100 }, (_, i) => `many-${i}`);
    await Promise.all(ids.map((id) => acme.conversationWithClient(id)));
    await as(acme.owner);
    const answers = await Promise.all(ids.map((id) => listener.subscribe(`conversations/${id}`)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await listener.subscribe('conversations')).toEqual(refusedWith('errors.validation.failed', 'address'));
    expect(await listener.subscribe('conversations/many-7')).toMatchObject({ ok: true });
    await listener.ask('UNSUBSCRIBE', { address: 'conversations/many-7' });
    expect(await listener.subscribe('conversations')).toMatchObject({ ok: true });
  });
});

describe('UNSUBSCRIBE', () => {
  test('is acknowledged, and nothing comes any more', async () => {
    await as(acme.owner);
    await listener.subscribe('conversations/c1');
    expect(await listener.ask('UNSUBSCRIBE', { address: 'conversations/c1' })).toEqual({ ok: true });
    await acme.post('c1');
    await listener.subscribe('conversations/c2');
    await acme.post('c2');
    await listener.next('NEW_MESSAGE');
    expect(listener.of('NEW_MESSAGE').map(({ conversation_id }) => conversation_id)).toEqual(['c2']);
  });

  test('of what was not subscribed to is acknowledged as well', async () => {
    await as(acme.owner);
    expect(await listener.ask('UNSUBSCRIBE', { address: 'conversations/never' })).toEqual({ ok: true });
  });

  test('leaves the other address that covers the same frames', async () => {
    await as(acme.owner);
    await listener.subscribe('conversations');
    await listener.subscribe('conversations/c1');
    await listener.ask('UNSUBSCRIBE', { address: 'conversations' });
    await acme.post('c2');
    await acme.post('c1');
    await listener.next('NEW_MESSAGE', ({ conversation_id }) => conversation_id === 'c1');
    expect(listener.of('NEW_MESSAGE')).toHaveLength(1);
  });
});

describe('PING', () => {
  test('is answered by PONG, with the time', async () => {
    await as(acme.owner);
    listener.socket.emit('PING');
    listener.socket.emit('PING', { type: 'PING' });
    await listener.until((heard) => heard.length === 2);
    expect(listener.heard[1]).toEqual({ type: 'PONG', at: expect.stringMatching(/^\d{4}-.*Z$/) });
  });
});

describe('whatever else is sent', () => {
  test('under an unknown type is refused, acknowledged where that was asked', async () => {
    await as(acme.owner);
    expect(await listener.ask('NEW_MESSAGE', { text: 'hi' })).toEqual(refusedWith('errors.validation.failed', 'type'));
    listener.socket.emit('constructor', { a: 1 });
    expect(await listener.next('ERROR')).toMatchObject({ code: 'errors.validation.failed' });
  });

  test('with too many payloads is refused', async () => {
    await as(acme.owner);
    listener.socket.emit('SUBSCRIBE', { address: 'conversations' }, { address: 'conversations' });
    expect(await listener.next('ERROR')).toMatchObject({ code: 'errors.validation.failed' });
  });

  test('with thousands of faults is told twenty of them', async () => {
    await as(acme.owner);
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, 1]));
    const { error } = await listener.ask('SUBSCRIBE', body);
    expect(error.errors).toHaveLength(20);
  });

  test('that is larger than 64 KiB ends the line and nothing else', async () => {
    await as(acme.owner);
    const second = await listenAs(tidings.url, acme.owner.token);
    const ended = new Promise((resolve) => listener.socket.once('disconnect', resolve));
    listener.socket.emit('SUBSCRIBE', { address: 'x'.repeat(70_000) });
    await ended;
    expect(await second.ask('PING')).toMatchObject({ ok: true });
    second.close();
  });

  test('in a flood of subscriptions is refused while the first one takes long, before it fills the memory', async () => {
    await as(acme.owner);
    const log = tidings.app.get(EventLog);
    const read = log.read.bind(log);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    log.read = (...asked) => released.then(() => read(...asked));
    const [first, ...others] = Array.from({ length: 1_000 }, () => listener.subscribe('conversations/c1'));
    expect(await others.at(-1)).toEqual(refusedWith('errors.rate_limited'));
    log.read = read;
    release();
    expect(await first).toMatchObject({ ok: true });
    expect((await Promise.all(others)).filter(({ ok }) => !ok)).toHaveLength(800);
  });
});
