import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RETRIED } from '../../sdk/src/retried.js';
import { NoAnswer, Tidings, TidingsError } from '../../sdk/src/tidings.js';
import { refusal, type StandIn, startStandIn } from './stand-ins/server.js';

let server: StandIn;
let client: Tidings;

beforeAll(async () => {
  server = await startStandIn();
  client = new Tidings({ url: server.url, credential: 'key', retries: 1 });
});
afterAll(() => server.close());

const post = (headers: { readonly ifMatch?: string } = {}) =>
  client.call('POST /api-keys', { body: { name: 'one' }, ...headers });
const conversation = (conversation_id: string) =>
  client.call('GET /conversations/{conversation_id}', { path: { conversation_id } });
const failureOf = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error);

test('a credential function that throws reaches the caller as it is, before anything is sent', async () => {
  server.replies({ body: '{}' });
  const mistake = new RangeError('no session');
  const throwing = () => {
    throw mistake;
  };
  const rejecting = () => Promise.reject(mistake);
  for (const credential of [throwing, rejecting])
    expect(await failureOf(new Tidings({ url: server.url, credential }).call('GET /tenant'))).toBe(mistake);
  expect(server.asked).toHaveLength(0);
});

test('a header that cannot be sent is a TypeError at once', async () => {
  server.replies({ body: '{}' });
  const error = await failureOf(post({ ifMatch: 'a\nb' }));
  expect(error).toBeInstanceOf(TypeError);
  expect(error).not.toBeInstanceOf(NoAnswer);
  expect(server.asked).toHaveLength(0);
});

test('a body that is no JSON is an error of its own at once', async () => {
  server.replies({ body: '{}' });
  const body = { name: 1n } as unknown as { name: string };
  expect(await failureOf(client.call('POST /api-keys', { body }))).toBeInstanceOf(TypeError);
});

test('a platform without AbortSignal.any and AbortSignal.timeout makes calls, and they can be called off', async () => {
  server.replies({ body: '{"id":"t"}' });
  vi.spyOn(AbortSignal, 'any').mockImplementation(undefined as never);
  const { any, timeout } = AbortSignal;
  Object.assign(AbortSignal, { any: undefined, timeout: undefined });
  try {
    const { signal } = new AbortController();
    await expect(client.call('GET /tenant', { signal })).resolves.toMatchObject({ id: 't' });
    const off = client.call('GET /tenant', { signal: AbortSignal.abort(new Error('called off')) });
    await expect(off).rejects.toThrow('called off');
  } finally {
    Object.assign(AbortSignal, { any, timeout });
    vi.restoreAllMocks();
  }
});

test('an attempt without an answer ends after its time, and the call says that no answer came', async () => {
  const silent: typeof fetch = (_, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  const waiting = new Tidings({ url: server.url, fetch: silent, timeoutMs: 20, retries: 0 });
  await expect(waiting.call('GET /tenant')).rejects.toBeInstanceOf(NoAnswer);
});

test.each([
  ['a page', { headers: { 'Content-Type': 'text/html' }, body: '<h1>Sign in to the Wi-Fi</h1>' }],
  ['nothing', { body: '' }],
  ['a part of JSON', { body: '{"id":' }],
])('a 200 with %s is no answer, and it is not asked for again', async (_, reply) => {
  server.replies(reply);
  expect(await failureOf(client.call('GET /tenant'))).toMatchObject({ name: 'NoAnswer', status: 200 });
  expect(server.asked).toHaveLength(1);
});

test('a 204 has no body', async () => {
  server.replies({ status: 204 });
  await expect(client.call('DELETE /api-keys/{key_id}', { path: { key_id: 'k' } })).resolves.toBeUndefined();
});

test.each([301, 302, 303, 307, 308])('a %i is refused and not followed', async (status) => {
  server.replies({ status, headers: { Location: `${server.url}/elsewhere` } }, { body: '{"api_keys":[]}' });
  expect(await failureOf(post())).toMatchObject({ name: 'NoAnswer', status });
  expect(server.asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /api/v1/api-keys']);
});

test.each(['', '.', '..', undefined])('the path parameter %j is refused before anything is sent', async (id) => {
  server.replies({ body: '{"conversations":[]}' });
  const error = await failureOf(conversation(id as string));
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toContain('conversation_id');
  const without = await failureOf(client.call('GET /conversations/{conversation_id}', {} as never));
  expect(without).toBeInstanceOf(TypeError);
  expect(server.asked).toHaveLength(0);
});

test('each status of the table is tried again, and no other one', async () => {
  for (const status of [400, 403, 404, 408, 409, 412, 429, 500, 501, 502, 503, 504]) {
    server.replies(refusal(status, 'errors.any', { 'Retry-After': '0' }), { body: '{}' });
    const isRetried = RETRIED.includes(status);
    expect(await failureOf(post()), String(status)).toEqual(isRetried ? undefined : expect.any(TidingsError));
    expect(server.asked).toHaveLength(isRetried ? 2 : 1);
  }
});

test('the time of a 429 is a number of seconds or a date, and the error carries it', async () => {
  const { url } = server;
  server.replies(refusal(429, 'errors.rate_limited', { 'Retry-After': '61' }));
  expect(await failureOf(client.call('GET /tenant'))).toMatchObject({ status: 429, retryAfterMs: 61_000 });
  const now = Math.ceil(Date.now() / 1_000) * 1_000;
  const inAMinute = { 'Retry-After': new Date(now + 90_000).toUTCString(), Date: new Date(now).toUTCString() };
  server.replies(refusal(429, 'errors.rate_limited', inAMinute));
  expect(await failureOf(client.call('GET /tenant'))).toMatchObject({ retryAfterMs: 90_000 });
  server.replies({ status: 429, headers: { 'Retry-After': '5' }, body: 'slow down' });
  const once = new Tidings({ url, retries: 0 });
  expect(await failureOf(once.call('GET /tenant'))).toMatchObject({
    name: 'NoAnswer',
    status: 429,
    retryAfterMs: 5_000,
  });
  const past = { 'Retry-After': new Date(now - 90_000).toUTCString() };
  server.replies(refusal(503, 'errors.store.unavailable', past), { body: '{"id":"t"}' });
  await expect(client.call('GET /tenant')).resolves.toEqual({ id: 't' });
});

test('the service may be below a path', async () => {
  server.replies({ body: '{"id":"t"}' });
  for (const url of [`${server.url}/tidings`, `${server.url}/tidings/`])
    await new Tidings({ url }).call('GET /tenant/config', { query: { domain: 'a.example' } });
  expect(server.asked.map(({ url }) => url)).toEqual([
    '/tidings/api/v1/tenant/config?domain=a.example',
    '/tidings/api/v1/tenant/config?domain=a.example',
  ]);
});
