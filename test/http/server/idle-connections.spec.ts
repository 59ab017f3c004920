import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { answered, client, get, getOf, type Handler, leave, serve } from './connections.fixture.js';

const isLinux = process.platform === 'linux';

afterEach(leave);

describe('connections that wait for their client', () => {
  const answer: Handler = ({ url }, response) => void response.end(`<${url}>`);
  const ended = (socket: Socket) => Promise.race([once(socket, 'end'), once(socket, 'close')]);
  const isEnded = ({ readableEnded, destroyed }: Socket) => readableEnded || destroyed;
  const clientOf = async (server: Server, tenant: string) => {
    const socket = await client(server);
    socket.write(getOf(tenant, '/1'));
    await expect.poll(() => answered(socket.answers())).toEqual(['/1']);
    return socket;
  };
  const part = 'GET / HTTP/1.1\r\nHost: a\r\nX: ';

  test('are closed for further ones, the one that was silent longest first', async () => {
    const server = await serve(answer, 3);
    const [silent, talking] = [await client(server), await client(server)];
    talking.write(get('/1'));
    await expect.poll(() => answered(talking.answers())).toEqual(['/1']);
    const others = [await client(server)];
    const closed = ended(silent);
    others.push(await client(server));
    await closed;
    talking.write(get('/2'));
    await expect.poll(() => answered(talking.answers())).toEqual(['/1', '/2']);
    expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  });

  test('are those too that sent a part of a request, or of its body', async () => {
    const server = await serve((request, response) => {
      request.resume().on('end', () => response.end('</1>'));
    }, 2);
    const [head, body] = [await client(server), await client(server)];
    head.write(part);
    body.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx');
    await sleep(50);
    const closed = Promise.all([ended(head), ended(body)]);
    await client(server);
    await client(server);
    await closed;
  });

  test('are spared while they send', async () => {
    const server = await serve(answer, 2);
    const [sending, silent] = [await client(server), await client(server)];
    sending.write(part);
    await sleep(50);
    const closed = ended(silent);
    await client(server);
    await closed;
    expect(isEnded(sending)).toBe(false);
  });

  test('are closed among those of tenants for one of these, and among unknown ones for others', async () => {
    const server = await serve(answer, 2);
    const tenants = [await clientOf(server, 'one'), await clientOf(server, 'two')];
    const closed = ended(await client(server));
    for (let n = 0; n < 5; n++) await client(server);
    await closed;
    expect(tenants.map(isEnded)).toEqual([false, false]);
    const [silent] = tenants;
    await Promise.all([silent && ended(silent), clientOf(server, 'three')]);
    expect(tenants[1]?.readableEnded).toBe(false);
  });

  test('of a tenant are closed for further ones of it, and none of a tenant with fewer', async () => {
    const server = await serve(answer, 5);
    const few = [await clientOf(server, 'few')];
    const many: Awaited<ReturnType<typeof client>>[] = [];
    for (let n = 0; n < 4; n++) for (const tenant of ['one', 'two']) many.push(await clientOf(server, tenant));
    few.push(await clientOf(server, 'few'));
    await expect.poll(() => many.filter(isEnded)).toHaveLength(5);
    expect(many.slice(0, 4).map(isEnded)).toEqual([true, true, true, true]);
    expect(few.map(isEnded)).toEqual([false, false]);
  });

  test.skipIf(!isLinux)('of strangers are closed for further ones from the same address', async () => {
    const server = await serve(answer, 4);
    const other = await client(server, '127.0.0.2');
    const many: Awaited<ReturnType<typeof client>>[] = [];
    for (let n = 0; n < 6; n++) many.push(await client(server));
    await expect.poll(() => many.map(isEnded)).toEqual([true, true, true, false, false, false]);
    expect(isEnded(other)).toBe(false);
  });

  test('are not those whose input waits for its turn', async () => {
    const server = await serve((request, response) => void request.resume().on('end', () => response.end('</1>')), 2);
    const slow = await client(server);
    slow.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    slow.write(`${'1\r\nx\r\n'.repeat(6_000)}0\r\n\r\n`);
    for (let n = 0; n < 5; n++) await client(server);
    expect(slow.answers()).toBe('');
    await expect.poll(() => answered(slow.answers())).toEqual(['/1']);
  });

  test('are not those whose body nobody reads yet', async () => {
    const server = await serve(async (request, response) => {
      await sleep(100);
      request.resume().on('end', () => response.end('</1>'));
    }, 2);
    const held = await client(server);
    held.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n${'x'.repeat(9)}`);
    for (let n = 0; n < 5; n++) await client(server);
    expect(held.answers()).toBe('');
    await expect.poll(() => answered(held.answers())).toEqual(['/1']);
  });

  test('are not those that another protocol has', async () => {
    const server = await serve(answer, 1);
    server.on('upgrade', (_, socket) => void socket.on('error', () => undefined).write('<here>'));
    const upgraded = await client(server);
    upgraded.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    await expect.poll(() => upgraded.answers()).toBe('<here>');
    const closed = ended(await client(server));
    await client(server);
    await closed;
    expect(isEnded(upgraded)).toBe(false);
  });

  test('are not those whose request is being served', async () => {
    const held: ServerResponse[] = [];
    const server = await serve((request, response) => {
      request.resume().on('end', () => held.push(response));
    }, 1);
    const reading = await client(server);
    reading.write(get('/1'));
    await expect.poll(() => held).toHaveLength(1);
    const writing = await client(server);
    writing.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx');
    await expect.poll(() => held).toHaveLength(2);
    for (let n = 0; n < 3; n++) await client(server);
    await sleep(50);
    for (const response of held) response.end('</1>');
    await expect.poll(() => [reading.answers(), writing.answers()].map(answered)).toEqual([['/1'], ['/1']]);
  });
});
