import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answered, client, get, type Handler, leave, serve } from './connections.fixture.js';

afterEach(leave);

const paths = (count: number) => Array.from({ length: count }, (_, n) => `/${n}`);
const chunksOfOne = (count: number) => '1\r\nx\r\n'.repeat(count);
const POST = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

/** How often something happened in the turn of the event loop in which it happened most. */
function countedByTurn() {
  let [inTurn, most, isCounting] = [0, 0, false];
  return {
    note() {
      most = Math.max(most, ++inTurn);
      if (isCounting) return;
      isCounting = true;
      setImmediate(() => {
        [inTurn, isCounting] = [0, false];
      });
    },
    get most() {
      return most;
    },
  };
}

/** Each look at it takes so many milliseconds. */
function slowClock(lookMs = 1) {
  let now = 0;
  return {
    monotonic() {
      now += lookMs;
      return now;
    },
  };
}

describe('pipelined requests', () => {
  test('are served one after the other, whichever takes long', async () => {
    const under: string[] = [];
    let most = 0;
    const server = await serve(async ({ url = '' }, response) => {
      most = Math.max(most, under.push(url));
      await sleep(url === '/0' ? 50 : 0);
      under.pop();
      response.end(`<${url}>`);
    });
    const socket = await client(server);
    socket.write(paths(40).map(get).join(''));
    await expect.poll(() => answered(socket.answers())).toEqual(paths(40));
    expect(most).toBe(1);
  });

  test('begin in turns of the event loop of their own', async () => {
    const begun = countedByTurn();
    const server = await serve(({ url }, response) => {
      begun.note();
      response.end(`<${url}>`);
    });
    const socket = await client(server);
    socket.write(paths(2_000).map(get).join(''));
    await expect.poll(() => answered(socket.answers())).toHaveLength(2_000);
    expect(begun.most).toBeLessThanOrEqual(2);
  });

  test('wait for a client that does not read, and lose nothing', async () => {
    const filler = 'x'.repeat(100_000);
    let begun = 0;
    const server = await serve(({ url }, response) => {
      begun++;
      response.end(`<${url}>${filler}`);
    });
    const socket = await client(server);
    socket.pause();
    socket.write(paths(500).map(get).join(''));
    await sleep(300);
    expect(begun).toBeLessThan(200);
    socket.resume();
    // Each look searches 50 MB, so looks as frequent as usual leave a slow machine no time to receive.
    await expect.poll(() => answered(socket.answers()), { interval: 500 }).toEqual(paths(500));
  });

  test('behind one that ends the connection are not served', async () => {
    const served: unknown[] = [];
    const server = await serve(({ url }, response) => {
      served.push(url);
      if (url === '/1') response.setHeader('Connection', 'close');
      response.end(`<${url}>`);
    });
    const socket = await client(server);
    socket.write(paths(5).map(get).join(''));
    await once(socket, 'end');
    expect(served).toEqual(['/0', '/1']);
  });
});

describe('a body in chunks of one byte', () => {
  test('waits between its slices, even where each begins quickly', async () => {
    const handler: Handler = (request, response) => {
      request.on('end', () => response.end('</1>')).resume();
    };
    const server = await serve(handler, slowClock(0.6));
    const slow = await client(server);
    const began = performance.now();
    slow.write(`${POST}${chunksOfOne(20_000)}0\r\n\r\n`);
    await expect.poll(() => answered(slow.answers())).toEqual(['/1']);
    // Two slices, of 1 and 2 KiB, are parsed together; then 10 ms are left to others.
    expect(performance.now() - began).toBeGreaterThan(250);
  });

  test('is parsed a slice in a turn, and other connections are served meanwhile', async () => {
    const chunks = countedByTurn();
    const server = await serve((request, response) => {
      let bytes = 0;
      request.on('data', () => {
        bytes++;
        chunks.note();
      });
      request.on('end', () => response.end(`<${request.url === '/' ? `/${bytes}` : request.url}>`));
      request.resume();
    }, slowClock());
    const slow = await client(server);
    slow.write(`${POST}${chunksOfOne(6_000)}0\r\n\r\n`);
    const other = await client(server);
    other.write(get('/7'));
    await expect.poll(() => answered(other.answers())).toEqual(['/7']);
    expect(slow.answers()).toBe('');
    await expect.poll(() => answered(slow.answers())).toEqual(['/6000']);
    // A slice is of 171 chunks; one may come with its read, and one behind it.
    expect(chunks.most).toBeLessThan(350);
  });
});

describe('a body that nobody reads', () => {
  const refuse: Handler = ({ url }, response) => void response.end(`<${url === '/' ? '/401' : url}>`);
  const connected = (server: Server) => once(server, 'connection') as Promise<[Socket]>;

  test('is read on slowly once its request is answered', async () => {
    const server = await serve(refuse);
    const connection = connected(server);
    const socket = await client(server);
    const [accepted] = await connection;
    socket.write(POST);
    const body = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const send = () => {
      while (!socket.destroyed && socket.write(body));
    };
    socket.on('drain', send);
    send();
    await sleep(500);
    expect(answered(socket.answers())).toEqual(['/401']);
    expect(accepted.bytesRead).toBeGreaterThan(65_536);
    expect(accepted.bytesRead).toBeLessThan(5_000_000);
  });

  test('leaves the connection to the next request where it ends soon', async () => {
    const server = await serve(refuse);
    const socket = await client(server);
    const length = 300_000;
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`);
    await expect.poll(() => answered(socket.answers())).toEqual(['/401']);
    socket.write(`${'x'.repeat(length)}${get('/2')}`);
    await expect.poll(() => answered(socket.answers())).toEqual(['/401', '/2']);
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

test('another protocol gets the bytes behind the request that asks for it, in their order', async () => {
  const server = await serve((_, response) => void response.end());
  let got = '';
  server.on('upgrade', (_request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.unshift(head);
    setTimeout(() => socket.on('data', (bytes) => (got += bytes)), 20);
  });
  const socket = await client(server);
  const sent = Array.from({ length: 20_000 }, (_, n) => `${n},`).join('');
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n${sent}`);
  await expect.poll(() => got).toHaveLength(sent.length);
  socket.write('end');
  await expect.poll(() => got === `${sent}end`).toBe(true);
});
