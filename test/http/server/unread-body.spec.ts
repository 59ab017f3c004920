import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answered, client, get, type Handler, leave, serve } from './connections.fixture.js';

afterEach(leave);

const POST = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const refuse: Handler = ({ url }, response) => void response.end(`<${url === '/' ? '/401' : url}>`);
const connected = (server: Server) => once(server, 'connection') as Promise<[Socket]>;

describe('a body that nobody reads', () => {
  test.each([
    ['in chunks', 2_000_000, 'Transfer-Encoding: chunked', `10000\r\n${'x'.repeat(65_536)}\r\n`],
    ['with a length', 30_000_000, `Content-Length: ${Number.MAX_SAFE_INTEGER}`, 'x'.repeat(65_536)],
  ])('%s is read on slowly once its request is answered', async (_, most, header, body) => {
    const server = await serve(refuse);
    const connection = connected(server);
    const socket = await client(server);
    const [accepted] = await connection;
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`);
    await expect.poll(() => answered(socket.answers())).toEqual(['/401']);
    const send = () => {
      while (!socket.destroyed && socket.write(body));
    };
    socket.on('drain', send);
    send();
    await sleep(500);
    await expect.poll(() => accepted.bytesRead).toBeGreaterThan(65_536);
    expect(accepted.bytesRead).toBeLessThan(most);
  });

  test.each([
    ['with a length', 'Content-Length: 300000', 'x'.repeat(300_000)],
    ['in chunks', 'Transfer-Encoding: chunked', `${'ff\r\n'.padEnd(259, 'x')}\r\n`.repeat(100).concat('0\r\n\r\n')],
  ])('%s leaves the connection to the next request where it ends soon', async (_, header, body) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const requests: IncomingMessage[] = [];
    const server = await serve((request, response) => {
      requests.push(request);
      refuse(request, response);
    });
    const socket = await client(server);
    const post = `POST / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`;
    socket.write(post);
    await expect.poll(() => answered(socket.answers())).toEqual(['/401']);
    socket.write(`${body}${get('/2')}${post}`);
    await expect.poll(() => answered(socket.answers())).toEqual(['/401', '/2', '/401']);
    socket.write(body);
    await expect.poll(() => requests.at(-1)?.complete).toBe(true);
    await vi.advanceTimersByTimeAsync(20_000);
    socket.write(get('/3'));
    await expect.poll(() => answered(socket.answers())).toEqual(['/401', '/2', '/401', '/3']);
  });

  test('ends the connection where it does not end within 10 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const server = await serve(refuse);
    const connection = connected(server);
    const socket = await client(server);
    const [accepted] = await connection;
    socket.write(POST);
    while (answered(socket.answers()).length === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(accepted.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(accepted.destroyed).toBe(true);
  });
});

describe('a body that nobody reads, on a connection that ends', () => {
  const last: Handler = (_, response) => void response.setHeader('Connection', 'close').end('</413>');
  const large = (bytes: number) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`;

  test('is dropped as it comes, so that the client can read the answer once it has sent all', async () => {
    const server = await serve(last);
    const socket = await client(server);
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    socket.pause();
    socket.write(large(3_000_000));
    for (let n = 0; n < 30; n++) {
      socket.write('x'.repeat(100_000));
      await sleep(5);
    }
    socket.resume();
    await once(socket, 'end');
    expect(answered(socket.answers())).toEqual(['/413']);
    expect(errors).toEqual([]);
    const closed = once(socket, 'close');
    socket.end();
    await closed;
    expect(errors).toEqual([]);
  });

  test('ends with a reset beyond 64 MiB', async () => {
    const server = await serve(last);
    const connection = connected(server);
    const socket = await client(server);
    const [accepted] = await connection;
    socket.write(large(Number.MAX_SAFE_INTEGER));
    const send = () => {
      while (!socket.destroyed && socket.write('x'.repeat(65_536)));
    };
    socket.on('drain', send);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    send();
    await closed;
    expect(accepted.bytesRead).toBeGreaterThan(60_000_000);
    expect(accepted.bytesRead).toBeLessThan(70_000_000);
  });

  test('ends after 10 seconds of a client that stays', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const server = await serve(last);
    const connection = connected(server);
    const socket = await client(server);
    const [accepted] = await connection;
    socket.write(large(5));
    while (answered(socket.answers()).length === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(accepted.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(accepted.destroyed).toBe(true);
  });

  test('has one of the places for connections that wait', async () => {
    const server = await serve((_, response) => void response.setHeader('Connection', 'close').end('</1>'), 2);
    const accepted: Socket[] = [];
    server.on('connection', (socket) => accepted.push(socket));
    for (let n = 0; n < 4; n++) {
      const socket = await client(server);
      socket.write(get('/1'));
      await once(socket, 'end');
    }
    await expect.poll(() => accepted.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
  });

  test('is no reason to wait for a client that has sent its end', async () => {
    const server = await serve(last);
    const connection = connected(server);
    const socket = await client(server);
    const [accepted] = await connection;
    socket.end(large(5));
    await once(socket, 'end');
    await expect.poll(() => accepted.destroyed).toBe(true);
  });
});
