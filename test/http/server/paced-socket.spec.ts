import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { STEP_BYTES } from '../../../src/http/server/paced-socket.js';
import { answered, client, get, type Handler, leave, serve } from './connections.fixture.js';

afterEach(leave);

const paths = (count: number) => Array.from({ length: count }, (_, n) => `/${n}`);
const echo: Handler = ({ url }, response) => void response.end(`<${url}>`);

/** How often, or how much, something happened in the turn of the event loop in which it happened most. */
function countedByTurn() {
  let [inTurn, most, isCounting] = [0, 0, false];
  return {
    note(count = 1) {
      inTurn += count;
      most = Math.max(most, inTurn);
      if (isCounting) return;
      isCounting = true;
      setImmediate(() => {
        [inTurn, isCounting] = [0, false];
      });
    },
    most: () => most,
  };
}

/** What the parser of the next connection gets. */
function parsedBy(server: Server) {
  const bytes = countedByTurn();
  const sizes: number[] = [];
  server.once('connection', (socket) =>
    socket.on('data', ({ length }: Buffer) => {
      sizes.push(length);
      bytes.note(length);
    }),
  );
  return { bytes, sizes };
}

describe('pipelined requests', () => {
  test('are served one after the other, also where the first takes longest', async () => {
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

  test('with bodies are served one after the other too', async () => {
    let [under, most] = [0, 0];
    const server = await serve(async (request, response) => {
      most = Math.max(most, ++under);
      let body = '';
      for await (const bytes of request) body += bytes;
      await sleep(1);
      under--;
      response.end(`<${body}>`);
    });
    const socket = await client(server);
    const counted = (path: string) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${path.length}\r\n\r\n${path}`;
    const chunked = (path: string) =>
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${path.length.toString(16)}\r\n${path}\r\n0\r\n\r\n`;
    socket.write(
      paths(30)
        .map((path, n) => (n % 3 === 0 ? chunked : counted)(path))
        .join(''),
    );
    await expect.poll(() => answered(socket.answers())).toEqual(paths(30));
    expect(most).toBe(1);
  });

  test.each([1, 2, 3])(
    'are served one after the other where a step ends %i bytes before the end of a head',
    async (n) => {
      let [under, most] = [0, 0];
      const server = await serve(async ({ url }, response) => {
        most = Math.max(most, ++under);
        await sleep(5);
        under--;
        response.end(`<${url}>`);
      });
      const socket = await client(server);
      const start = 'GET /0 HTTP/1.1\r\nHost: a\r\nX: ';
      socket.write(`${start.padEnd(STEP_BYTES + n - 4, 'x')}\r\n\r\n${get('/1')}${get('/2')}`);
      await expect.poll(() => answered(socket.answers())).toEqual(paths(3));
      expect(most).toBe(1);
    },
  );

  test('begin in turns of the event loop of their own', async () => {
    const begun = countedByTurn();
    const server = await serve((request, response) => {
      begun.note();
      echo(request, response);
    });
    const socket = await client(server);
    socket.write(paths(2_000).map(get).join(''));
    await expect.poll(() => answered(socket.answers())).toHaveLength(2_000);
    expect(begun.most()).toBe(1);
  });

  test('are not parsed before the one ahead of them is answered', async () => {
    const held: (() => void)[] = [];
    const server = await serve(({ url }, response) => void held.push(() => response.end(`<${url}>`)));
    const { sizes } = parsedBy(server);
    const socket = await client(server);
    socket.write(paths(1_000).map(get).join(''));
    await expect.poll(() => held).toHaveLength(1);
    await sleep(50);
    expect(sizes).toEqual([get('/0').length]);
    held[0]?.();
    await expect.poll(() => held).toHaveLength(2);
    expect(sizes).toEqual([get('/0').length, get('/1').length]);
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

  test('leave a turn to requests of other connections', async () => {
    const served: (string | undefined)[] = [];
    const server = await serve(({ url }, response) => {
      served.push(url);
      response.end(`<${url}>`);
    });
    const [flood, other] = [await client(server), await client(server)];
    flood.write(get('/1').repeat(1_000));
    other.write(get('/2'));
    await expect.poll(() => answered(flood.answers())).toHaveLength(1_000);
    expect(served.indexOf('/2')).toBeLessThan(100);
  });
});

describe('the parser gets few bytes in a turn of the event loop', () => {
  test('of a body in chunks, and other connections are served meanwhile', async () => {
    const served: string[] = [];
    const server = await serve((request, response) => {
      let bytes = 0;
      request.on('data', ({ length }) => {
        bytes += length;
      });
      request.on('end', () => {
        const path = request.url === '/' ? `/${bytes}` : (request.url ?? '');
        served.push(path);
        response.end(`<${path}>`);
      });
    });
    const parsed = parsedBy(server);
    const slow = await client(server);
    slow.write(
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(60_000)}0\r\n\r\n`,
    );
    const other = await client(server);
    other.write(get('/7'));
    await expect.poll(() => [other, slow].flatMap((each) => answered(each.answers()))).toEqual(['/7', '/60000']);
    expect(served).toEqual(['/7', '/60000']);
    expect(parsed.bytes.most()).toBeLessThanOrEqual(2 * STEP_BYTES);
    expect(Math.max(...parsed.sizes)).toBe(STEP_BYTES);
  });

  test('of a head, which is refused once it is too large', async () => {
    const server = await serve(echo);
    const { sizes } = parsedBy(server);
    const socket = await client(server);
    socket.write(`GET /1 HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(50_000)}\r\n\r\n`);
    await expect.poll(() => socket.answers()).toMatch(/^HTTP\/1\.1 431 /);
    expect(Math.max(...sizes)).toBe(STEP_BYTES);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(20_000);
  });

  test('of a body full of blank lines', async () => {
    const server = await serve((request, response) => void request.resume().on('end', () => echo(request, response)));
    const { bytes } = parsedBy(server);
    const socket = await client(server);
    const line = '\r\n\r\n'.repeat(500);
    const chunk = `${line.length.toString(16)}\r\n${line}\r\n`;
    socket.write(`POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(50)}0\r\n\r\n`);
    await expect.poll(() => answered(socket.answers())).toEqual(['/1']);
    expect(bytes.most()).toBeLessThanOrEqual(2 * STEP_BYTES);
  });

  test('of another protocol, in their order', async () => {
    const server = await serve((_, response) => void response.end());
    const frames = countedByTurn();
    let got = '';
    server.on('upgrade', (_request: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.on('error', () => undefined).unshift(head);
      setTimeout(() => {
        socket.on('data', (bytes) => {
          got += bytes;
          frames.note(bytes.length);
        });
      }, 20);
    });
    const socket = await client(server);
    const sent = Array.from({ length: 20_000 }, (_, n) => `${n},`).join('');
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n${sent}`);
    await expect.poll(() => got).toHaveLength(sent.length);
    socket.write('end');
    await expect.poll(() => got === `${sent}end`).toBe(true);
    expect(frames.most()).toBeLessThanOrEqual(2 * STEP_BYTES);
  });
});

test('a body with a length is read as it arrives', async () => {
  const server = await serve((request, response) => void request.resume().on('end', () => echo(request, response)));
  const { sizes } = parsedBy(server);
  const socket = await client(server);
  socket.write(`POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n`);
  socket.write('\r\n\r\n'.repeat(250_000));
  await expect.poll(() => answered(socket.answers())).toEqual(['/1']);
  expect(sizes.length).toBeLessThan(200);
});
