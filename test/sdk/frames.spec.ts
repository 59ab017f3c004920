import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connect, type Frame, type FramesOptions, type FramesStatus, frames } from '../../sdk/src/socket.js';
import { Tidings } from '../../sdk/src/tidings.js';
import type { Tenant } from '../fixtures/tenant.js';
import type { TcpProxy } from '../support/servers/tcp-proxy.js';
import { type BehindProxy, startBehindProxy, textOf } from './behind-proxy.js';
import { standInPlatform } from './stand-ins/platform.js';

let behind: BehindProxy;
let tenant: Tenant;
let proxy: TcpProxy;
let owner: Tidings;
beforeAll(async () => {
  behind = await startBehindProxy('sdk-frames');
  ({ tenant, proxy, owner } = behind);
});
afterAll(() => behind.close());

/** A loop over a conversation after its opening, with the states that it was in. */
function loop(tidings: Tidings, id: string, options: FramesOptions = {}, connect: Connect = io) {
  const states: string[] = [];
  const onStatus = (status: FramesStatus) => states.push(status.state);
  const all = frames(tidings, connect, `conversations/${id}`, { after: 'p0', onStatus, ...options });
  const next = async () => textOf((await all.next()).value as Frame);
  const opened = async () => [await next(), await next()];
  return { all, states, next, opened };
}

describe('the status', () => {
  test('is connecting, then live, stale while the connection is lost, and ended', async () => {
    const { id } = await tenant.conversationWithClient('status');
    const { all, states, next, opened } = loop(owner, id);
    expect(all.status).toEqual({ state: 'connecting' });
    await opened();
    expect(states).toEqual(['connecting', 'live']);
    proxy.cut();
    await expect.poll(() => states).toEqual(['connecting', 'live', 'stale']);
    await tenant.post(id, 'missed');
    proxy.resume();
    expect(await next()).toBe('missed');
    await all.return();
    expect(states).toEqual(['connecting', 'live', 'stale', 'live', 'ended']);
    expect(all.status).toEqual({ state: 'ended', reason: 'left' });
  });

  test('of a loop that was called off or failed has the reason', async () => {
    const { id } = await tenant.conversationWithClient('reasons');
    const off = new AbortController();
    const aborted = loop(owner, id, { signal: off.signal });
    await aborted.opened();
    const waiting = aborted.next();
    off.abort(new Error('called off'));
    await expect(waiting).rejects.toThrow('called off');
    expect(aborted.all.status).toEqual({ state: 'ended', reason: 'aborted' });
    const missing = loop(owner, 'nowhere');
    await expect(missing.next()).rejects.toMatchObject({ code: 'errors.conversation.not_found' });
    expect(missing.all.status).toMatchObject({ state: 'ended', reason: 'failed', error: { name: 'TidingsError' } });
    expect(await missing.all.next()).toEqual({ done: true, value: undefined });
  });
});

test('return() ends a loop that waits for a frame at once', async () => {
  const { id } = await tenant.conversationWithClient('left');
  const { all, opened } = loop(owner, id);
  await opened();
  const waiting = all.next();
  await expect(all.return()).resolves.toEqual({ done: true, value: undefined });
  await expect(waiting).resolves.toEqual({ done: true, value: undefined });
});

describe('one socket', () => {
  test('serves many addresses, and each loop gets its own frames', async () => {
    const ids = ['shared-1', 'shared-2', 'shared-3'];
    for (const id of ids) await tenant.conversationWithClient(id);
    const made: ReturnType<typeof io>[] = [];
    const counted: Connect = (url, options) => {
      made.push(io(url, options));
      return made.at(-1)!;
    };
    const loops = ids.map((id) => loop(owner, id, {}, counted));
    for (const { opened } of loops) expect(await opened()).toEqual(['NEW_CONVERSATION', 'PARTICIPANT_CREATED']);
    await Promise.all(ids.map((id) => tenant.post(id, `to ${id}`)));
    expect(await Promise.all(loops.map(({ next }) => next()))).toEqual(ids.map((id) => `to ${id}`));
    expect(made).toHaveLength(1);
    await loops[0]!.all.return();
    await tenant.post('shared-2', 'still');
    expect(await loops[1]!.next()).toBe('still');
    expect(made[0]!.connected).toBe(true);
    for (const { all } of loops) await all.return();
    expect(made[0]!.connected).toBe(false);
  });

  test('is not shared by addresses that overlap, since the service sends a frame once per socket', async () => {
    const { id } = await tenant.conversationWithClient('overlap');
    const every = frames(owner, io, 'conversations');
    const first = every.next();
    await expect.poll(() => every.status.state).toBe('live');
    await tenant.post(id, 'before');
    expect(textOf((await first).value as Frame)).toBe('before');
    const [one, same] = [loop(owner, id), loop(owner, id)];
    for (const { opened, next } of [one, same]) {
      await opened();
      expect(await next()).toBe('before');
    }
    for (const { all } of [one, same]) await all.return();
    await every.return();
  });
});

describe('a connection that hears nothing any more', () => {
  test.each([
    ['the page is seen or online again', false],
    ['timers slept', true],
  ])('is noticed within five seconds after %s', async (_, bySleep) => {
    const { id } = await tenant.conversationWithClient(bySleep ? 'slept' : 'seen');
    const machine = standInPlatform();
    // Another `connect` each time: a connection of its own, with this clock.
    const { all, next, states, opened } = loop(owner, id, { platform: machine }, (url, options) => io(url, options));
    await opened();
    proxy.stall();
    const began = performance.now();
    if (bySleep) machine.sleep(600_000);
    else machine.wake();
    await expect.poll(() => states.at(-1), { timeout: 6_000 }).toBe('stale');
    expect(performance.now() - began).toBeLessThan(5_000);
    await tenant.post(id, 'meanwhile');
    proxy.resume();
    expect(await next()).toBe('meanwhile');
    await all.return();
  });

  test('and a connection that is well stays', async () => {
    const { id } = await tenant.conversationWithClient('well');
    const machine = standInPlatform();
    const { all, next, states, opened } = loop(owner, id, { platform: machine }, (url, options) => io(url, options));
    await opened();
    machine.wake();
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await tenant.post(id, 'well');
    expect(await next()).toBe('well');
    expect(states).toEqual(['connecting', 'live']);
    await all.return();
  });
});

test('a line that is cut again and again loses and repeats nothing, and tells each status', async () => {
  const { id } = await tenant.conversationWithClient('cuts');
  const { all, next, states, opened } = loop(owner, id);
  await opened();
  const sent = Array.from({ length: 40 }, (_, n) => `text ${n}`);
  const found: unknown[] = [];
  const reading = (async () => {
    while (found.length < sent.length) found.push(await next());
  })();
  for (const [n, text] of sent.entries()) {
    await tenant.post(id, text);
    if (n % 8 === 3) proxy.cut();
    if (n % 8 !== 5) continue;
    proxy.resume();
    await expect.poll(() => states.at(-1)).toBe('live');
  }
  await reading;
  expect(found).toEqual(sent);
  expect(states.slice(2)).toEqual(Array.from({ length: 5 }, () => ['stale', 'live']).flat());
  await all.return();
});

test('a service below a path has its sockets below it', async () => {
  const asked: unknown[] = [];
  const connect: Connect = (url, { path }) => {
    asked.push(url, path);
    throw new Error('seen');
  };
  const below = new Tidings({ url: 'https://example.com/tidings/' });
  await expect(frames(below, connect, 'conversations').next()).rejects.toThrow('seen');
  expect(asked).toEqual(['https://example.com', '/tidings/socket.io/']);
});
