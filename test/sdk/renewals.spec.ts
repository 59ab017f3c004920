import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Frame, type FramesStatus, frames } from '../../sdk/src/socket.js';
import { type Asked, NoAnswer, Tidings } from '../../sdk/src/tidings.js';
import { client, createConversation } from '../fixtures/conversations.js';
import type { Tenant } from '../fixtures/tenant.js';
import type { TcpProxy } from '../support/servers/tcp-proxy.js';
import { type BehindProxy, startBehindProxy } from './behind-proxy.js';

let behind: BehindProxy;
let tenant: Tenant;
let proxy: TcpProxy;
let machine: Awaited<ReturnType<Tenant['apiKey']>>;
let other: Awaited<ReturnType<Tenant['user']>>;

beforeAll(async () => {
  behind = await startBehindProxy('sdk-renewals', { ACCESS_TOKEN_SECONDS: '4' });
  ({ tenant, proxy } = behind);
  machine = await tenant.apiKey();
  other = await tenant.user('Otto');
});
afterAll(() => behind.close());

type Credential = (asked: Asked) => Promise<string>;
const token = async () => (await tenant.signIn()).token;
const failing =
  (error: Error): Credential =>
  async () => {
    throw error;
  };
const lost = () => new DOMException('The request was aborted', 'AbortError');

/** A loop behind its first frames; each credential of the list is given once, and the last one again and again. */
async function follow(id: string, ...credentials: Credential[]) {
  const { messages } = await createConversation(machine, id, { participants: [client()] });
  const asked: Asked[] = [];
  const states: FramesStatus['state'][] = [];
  const credential: Credential = (given) => {
    asked.push(given);
    return credentials[Math.min(asked.length, credentials.length) - 1]!(given);
  };
  const tidings = new Tidings({ url: `http://127.0.0.1:${proxy.port}`, credential });
  const onStatus = ({ state }: FramesStatus) => states.push(state);
  const all = frames(tidings, io, `conversations/${id}`, { after: 'p0', onStatus });
  const next = async () => {
    const { value } = await all.next();
    return (value as Frame).type === 'NEW_MESSAGE' ? (value as { message: { text: string } }).message.text : 'other';
  };
  const post = (text: string) => machine.mustCall('POST', messages, { kind: 'TEXT', text, participant_id: 'client' });
  const opened = async () => [await next(), await next()];
  return { all, asked, states, next, post, opened };
}

describe('a token that expires', () => {
  test.each([
    ['is renewed although one request for it was aborted', 'aborted', failing(lost())],
    ['is renewed although the service refused one of the tokens', 'refused', async () => 'no token'],
  ] as const)('%s', async (_, id, once) => {
    const { all, asked, states, next, post, opened } = await follow(id, token, once, token);
    await opened();
    await expect.poll(() => states, { timeout: 12_000 }).toEqual(['connecting', 'live', 'renewing', 'live']);
    await post('after');
    expect(await next()).toBe('after');
    expect(asked[0]).toEqual({});
    expect(asked[1]?.rejected).toMatch(/^ey/);
    expect(asked[2]?.rejected).toBe(id === 'refused' ? 'no token' : asked[1]?.rejected);
    await all.return();
  });

  test('ends the loop if the next one is of somebody else', async () => {
    const { next, opened } = await follow('other', token, async () => (await tenant.signIn(other.email)).token);
    await opened();
    await expect(next()).rejects.toMatchObject({ code: 'errors.forbidden' });
  });
});

describe('a connection that is made again', () => {
  test('goes on although one request for its token failed', async () => {
    const { all, asked, next, post, opened } = await follow('again', token, failing(new Error('no network')), token);
    await opened();
    proxy.cut();
    await post('after');
    proxy.resume();
    expect(await next()).toBe('after');
    expect(asked.length).toBeGreaterThanOrEqual(3);
    await all.return();
  });

  test('ends with what the function throws, if it does not stop', async () => {
    const mistake = new Error('signed out');
    const { all, next, opened } = await follow('mistake', token, failing(mistake));
    await opened();
    proxy.cut();
    proxy.resume();
    await expect(next()).rejects.toBe(mistake);
    expect(all.status).toEqual({ state: 'ended', reason: 'failed', error: mistake });
  });

  test('asks for another token if the service refuses the first one', async () => {
    const { all, asked, opened } = await follow('first', async () => 'no token', token);
    await opened();
    expect(asked.slice(0, 2)).toEqual([{}, { rejected: 'no token' }]);
    await all.return();
  });
});

test('a loop waits for its token while none can be got, as behind the page of a Wi-Fi', async () => {
  const page = failing(new NoAnswer('a page', { status: 200 }));
  const { all, asked, opened } = await follow('portal', page, page, token);
  await opened();
  expect(asked.length).toBeGreaterThanOrEqual(3);
  await all.return();
});

test('what a credential function throws at the start reaches the loop at once', async () => {
  const mistake = new RangeError('no session');
  const { next, asked } = await follow('start', failing(mistake));
  await expect(next()).rejects.toBe(mistake);
  expect(asked).toHaveLength(1);
});
