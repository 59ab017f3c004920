import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { PacedServer } from '../../../src/http/server/paced-server.js';
import { PacedSocket } from '../../../src/http/server/paced-socket.js';
import { answered, client, get, type Handler, leave, listening, serve } from './connections.fixture.js';

afterEach(leave);

const echo: Handler = ({ url }, response) => void response.end(`<${url}>`);
const POST = 'POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n';
const FILLER = 'x'.repeat(1_000_000);

/** A server that holds requests, and those that it holds. */
async function holding() {
  const held: { request: IncomingMessage; response: ServerResponse }[] = [];
  const server = await serve((request, response) => void held.push({ request, response }));
  return { server, held };
}

test('a connection has the addresses of its client, and no encryption', async () => {
  const server = await serve(({ socket }, response) => {
    const { remoteAddress, remotePort, localAddress, localPort } = socket;
    response.end(
      JSON.stringify({ remoteAddress, remotePort, localAddress, localPort, encrypted: 'encrypted' in socket }),
    );
  });
  const socket = await client(server);
  socket.write(get('/'));
  const { localPort: remotePort, remotePort: localPort } = socket;
  const expected = { remoteAddress: '127.0.0.1', remotePort, localAddress: '127.0.0.1', localPort, encrypted: false };
  await expect.poll(() => socket.answers()).toContain(JSON.stringify(expected));
});

test('a connection serves one request after the other', async () => {
  const server = await serve(echo);
  let connections = 0;
  server.on('connection', () => connections++);
  const socket = await client(server);
  for (const path of ['/1', '/2', '/3']) {
    socket.write(get(path));
    await expect.poll(() => answered(socket.answers()).at(-1)).toBe(path);
  }
  expect(connections).toBe(1);
});

describe('a client that leaves', () => {
  test('ends the request that is served', async () => {
    const { server, held } = await holding();
    const socket = await client(server);
    socket.write(get('/1'));
    await expect.poll(() => held).toHaveLength(1);
    const closed = once(held[0]?.response as ServerResponse, 'close');
    socket.resetAndDestroy();
    await closed;
    expect(held[0]?.response.writableFinished).toBe(false);
  });

  test('in the middle of a body ends its request with an error', async () => {
    const { server, held } = await holding();
    const socket = await client(server);
    socket.write(`${POST}x`);
    await expect.poll(() => held).toHaveLength(1);
    const request = held[0]?.request.resume();
    const failed = once(request as IncomingMessage, 'error');
    socket.destroy();
    expect(await failed).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
  });

  test.each([0, 1, 5, 20])('behind a part of a body, %i ms after it, ends its request with an error', async (ms) => {
    const { server, held } = await holding();
    const socket = await client(server);
    socket.write('POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n');
    await expect.poll(() => held).toHaveLength(1);
    const request = held[0]?.request as IncomingMessage;
    const failed = once(request, 'error');
    request.on('readable', () => void sleep(1).then(() => request.read()));
    socket.write(FILLER);
    await sleep(ms);
    socket.destroy();
    expect(await failed).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
  });

  test('by a reset is an error of the client', async () => {
    const { server, held } = await holding();
    const failed = once(server, 'clientError');
    const socket = await client(server);
    socket.write(get('/1'));
    await expect.poll(() => held).toHaveLength(1);
    socket.resetAndDestroy();
    expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
  });

  test('ends the answer that it does not take', async () => {
    let closed = 0;
    const server = await serve((_, response) => {
      response.once('close', () => closed++);
      response.end(FILLER.repeat(20));
    });
    const socket = await client(server);
    socket.pause().write(get('/1'));
    await sleep(50);
    expect(closed).toBe(0);
    socket.resetAndDestroy();
    await expect.poll(() => closed).toBe(1);
  });
});

test('a client that takes no answer holds its request, and gets the answer whole', async () => {
  let drained = false;
  const server = await serve(async (_, response) => {
    for (let n = 0; n < 20; n++) if (!response.write(FILLER)) await once(response, 'drain');
    drained = true;
    response.end('<end>');
  });
  const socket = await client(server);
  socket.pause().write(get('/1'));
  await sleep(100);
  expect(drained).toBe(false);
  let bytes = 0;
  socket.on('data', ({ length }) => {
    bytes += length;
  });
  socket.resume();
  await expect.poll(() => drained).toBe(true);
  await expect.poll(() => bytes).toBeGreaterThan(20 * FILLER.length);
});

test('a body that nobody reads yet stays with the client', async () => {
  const { server, held } = await holding();
  const connection = once(server, 'connection') as Promise<[Socket]>;
  const socket = await client(server);
  const [accepted] = await connection;
  socket.write(`POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: ${20 * FILLER.length}\r\n\r\n`);
  for (let n = 0; n < 20; n++) socket.write(FILLER);
  await expect.poll(() => held).toHaveLength(1);
  await sleep(100);
  expect(accepted.bytesRead).toBeLessThan(1_000_000);
  let bytes = 0;
  const { request } = held[0] as (typeof held)[number];
  for await (const { length } of request) bytes += length;
  expect(bytes).toBe(20 * FILLER.length);
});

test('a connection ends with its socket', async () => {
  const socket = new Socket();
  const paced = new PacedSocket(socket);
  socket.destroy();
  await once(paced, 'close');
});

describe('time limits', () => {
  test.each([
    ['of a head', 'GET /1 HTTP/1.1\r\n', { headersTimeout: 500, requestTimeout: 10_000 }],
    ['of a body', `${POST}x`, { headersTimeout: 500, requestTimeout: 500 }],
  ])('%s end the connection with an error of the client', async (_, sent, timeouts) => {
    const server = await listening(
      new PacedServer({ ...timeouts, connectionsCheckingInterval: 20 }, (request) => void request.resume()),
    );
    const socket = await client(server);
    socket.write(sent);
    await once(socket, 'end');
    expect(socket.answers()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('between two requests end the connection', async () => {
    const server = await listening(new PacedServer({ keepAliveTimeout: 20, keepAliveTimeoutBuffer: 0 }, echo));
    const socket = await client(server);
    socket.write(get('/1'));
    await once(socket, 'end');
    expect(answered(socket.answers())).toEqual(['/1']);
  });

  test('of a response are told to it', async () => {
    const server = await serve((_, response) => void response.setTimeout(20, () => response.end('<late>')));
    const socket = await client(server);
    socket.write(get('/1'));
    await expect.poll(() => socket.answers()).toContain('<late>');
  });
});

describe('what comes after the service ended its side', () => {
  test('is no request that is served', async () => {
    const served: (string | undefined)[] = [];
    const server = await serve(({ url, socket }, response) => {
      served.push(url);
      response.end(`<${url}>`, () => socket.end());
    });
    const socket = await client(server);
    socket.write(get('/1'));
    await once(socket, 'end');
    socket.write(get('/2'));
    await sleep(50);
    expect(served).toEqual(['/1']);
  });

  test('is given to another protocol', async () => {
    let got = '';
    const server = await serve(echo);
    server.on('upgrade', (_: IncomingMessage, socket: Socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        got += bytes;
      });
      socket.on('end', () => {
        got += '.';
      });
      socket.end('bye');
    });
    const socket = await client(server);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    await once(socket, 'end');
    socket.end('bye');
    await expect.poll(() => got).toBe('bye.');
  });
});

test('what a listener of malformed requests writes is sent before the connection ends', async () => {
  const server = await serve(echo);
  server.on('clientError', (_, socket) => {
    socket.write(FILLER.repeat(20));
    (socket as Socket).destroySoon();
  });
  const socket = await client(server);
  socket.write(`${get('/1')}\0`);
  await once(socket, 'end');
  expect(socket.answers()).toHaveLength(socket.answers().indexOf('<') + '</1>'.length + 20 * FILLER.length);
});

test('a server that closes ends connections that wait for their next request, and no others', async () => {
  const held: ServerResponse[] = [];
  const server = await serve((request, response) => {
    if (request.url === '/1') held.push(response);
    else echo(request, response);
  });
  const [idle, busy] = [await client(server), await client(server)];
  idle.write(get('/2'));
  busy.write(get('/1'));
  await expect.poll(() => held).toHaveLength(1);
  await expect.poll(() => answered(idle.answers())).toEqual(['/2']);
  const [ended, closed] = [once(idle, 'end'), once(server, 'close')];
  server.close();
  await ended;
  held[0]?.setHeader('Connection', 'close').end('</1>');
  await closed;
  await expect.poll(() => answered(busy.answers())).toEqual(['/1']);
});
