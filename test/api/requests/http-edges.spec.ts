import { connect, type Socket } from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
const open: Socket[] = [];

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off', KEEP_ALIVE_SECONDS: '2' });
  acme = await createTenant(tidings, 'acme');
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await tidings.close();
});

/** A connection that gets these bytes, and what the service sent on it. */
function send(...texts: readonly string[]): { readonly socket: Socket; readonly answer: () => string } {
  const { hostname, port } = new URL(tidings.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => undefined);
  for (const text of texts) socket.write(text);
  open.push(socket);
  return { socket, answer: () => answer };
}

const head = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
const read = (path: string, ...lines: readonly string[]) => head(`GET ${path} HTTP/1.1`, 'Host: a', ...lines);

describe('another protocol', () => {
  test.each([
    ['h2c', '/health/live', ['Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAAQAAP__']],
    ['websocket', '/health/live', ['Connection: Upgrade', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAA']],
    ['h2c', '/socket.io/?EIO=4&transport=polling', ['Connection: Upgrade']],
    ['TLS/1.0, HTTP/1.1', '/health/live', ['Connection: upgrade']],
  ])('%s at %s is ignored, and the connection goes on', async (protocol, path, lines) => {
    const { answer } = send(read(path, ...lines, `Upgrade: ${protocol}`), read('/health/live'));
    await expect.poll(() => statuses(answer())).toEqual([200, 200]);
  });

  test('is ignored on a request with a body', async () => {
    const body = JSON.stringify({ nothing: 1 });
    const lines = ['Host: a', 'Connection: Upgrade', 'Upgrade: h2c', 'Content-Type: application/json'];
    const post = head('POST /api/v1/signup HTTP/1.1', ...lines, `Content-Length: ${body.length}`) + body;
    const { answer } = send(post, read('/health/live'));
    await expect.poll(() => statuses(answer())).toEqual([400, 200]);
    expect(answer()).toContain('errors.validation.failed');
  });

  test('is spoken where it is that of sockets', async () => {
    const socket = io(tidings.url, { transports: ['websocket'], auth: { token: acme.owner.token } });
    await expect.poll(() => socket.connected).toBe(true);
    socket.disconnect();
  });
});

test('a tunnel is refused with the methods that there are', async () => {
  const { socket, answer } = send(read('/health/live'), head('CONNECT a:443 HTTP/1.1', 'Host: a:443'));
  await new Promise((resolve) => socket.once('end', resolve));
  expect(statuses(answer())).toEqual([200, 405]);
  expect(answer()).toContain('Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n');
  expect(answer()).toContain('"code":"errors.method_not_allowed"');
});

test.each([
  ['http://elsewhere.example/health/live', 200],
  ['http://elsewhere.example:8080/api/v1/openapi.json?', 200],
  ['HTTP://elsewhere.example', 404],
  ['http://elsewhere.example/api/v1/users/me?x=/health/live', 401],
  ['http://elsewhere.example/socket.io/?EIO=4&transport=polling', 200],
])('the whole URL %s is read as its path', async (url, status) => {
  const { answer } = send(read(url));
  await expect.poll(() => statuses(answer())).toEqual([status]);
});

test('an empty `Accept` means any type', async () => {
  const { answer } = send(read('/api/v1/openapi.json', 'Accept:'), read('/api/v1/openapi.json', 'Accept: text/csv'));
  await expect.poll(() => statuses(answer())).toEqual([200, 406]);
});

describe('a body that is too large', () => {
  const large = 'x'.repeat(3_000_000);

  test('is refused in words that a client can read that sends on', async () => {
    const post = async (body: string | ReadableStream) => {
      const response = await fetch(`${tidings.url}/api/v1/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        duplex: 'half',
      } as RequestInit);
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    const answers: unknown[] = [];
    for (let n = 0; n < 50; n++) {
      answers.push(await post(large));
      answers.push(await post(new Blob([large]).stream()));
    }
    expect(answers).toEqual(Array(100).fill([413, 'errors.body.too_large']));
  });

  test('is refused in words that a client can read once it has sent all', async () => {
    const line = head(
      'POST /api/v1/signup HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 3000000',
    );
    const { socket, answer } = send(line);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    socket.pause();
    for (let sent = 0; sent < large.length; sent += 300_000) {
      socket.write(large.slice(sent, sent + 300_000));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    socket.resume();
    await closed;
    expect(errors).toEqual([]);
    expect(statuses(answer())).toEqual([413]);
  });
});

test.each(['GARBAGE\r\n\r\n', '\0\0\0', 'GET / HTTP/9.9\r\n\r\n'])(
  'garbage behind a request that is served is refused behind its answer: %j',
  async (garbage) => {
    const { socket, answer } = send(read('/api/v1/openapi.json') + garbage);
    await new Promise((resolve) => socket.once('end', resolve));
    expect(statuses(answer())).toEqual([200, 400]);
  },
);

test('a connection that waits is closed after KEEP_ALIVE_SECONDS', async () => {
  const { socket, answer } = send(read('/health/live'));
  const begun = performance.now();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(answer()).toContain('Keep-Alive: timeout=2\r\n');
  expect(performance.now() - begun).toBeGreaterThan(1_900);
  expect(performance.now() - begun).toBeLessThan(9_000);
});
