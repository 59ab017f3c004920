import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.js';
import { PacedServer } from '../../../src/http/server/paced-server.js';
import { answered, client, get, type Handler, leave, listening } from './connections.fixture.js';

afterEach(leave);

const echo: Handler = ({ url }, response) => void response.end(`<${url}>`);
const TIMES = { headersTimeout: 200, requestTimeout: 5_000, connectionsCheckingInterval: 20 };

test('a connection waits for its next request longer than a head may take', async () => {
  const server = await listening(new PacedServer({ ...TIMES, keepAliveTimeout: 5_000 }, echo));
  const socket = await client(server);
  socket.write(get('/1'));
  await sleep(600);
  socket.write(get('/2'));
  await sleep(600);
  socket.write(get('/3').slice(0, 10));
  await sleep(20);
  socket.write(get('/3').slice(10));
  await expect.poll(() => answered(socket.answers())).toEqual(['/1', '/2', '/3']);
});

test('a head that begins late has its time from its first byte, and no longer', async () => {
  const server = await listening(new PacedServer({ ...TIMES, keepAliveTimeout: 5_000 }, echo));
  const socket = await client(server);
  socket.write(get('/1'));
  await sleep(600);
  socket.write(get('/2').slice(0, 10));
  await once(socket, 'end');
  expect(answered(socket.answers())).toEqual(['/1']);
  expect(socket.answers()).toContain('HTTP/1.1 408 ');
});

test('a connection waits 650 seconds, or as KEEP_ALIVE_SECONDS says', () => {
  expect(readConfig({}).keepAliveSeconds).toBe(650);
  expect(readConfig({ KEEP_ALIVE_SECONDS: '5' }).keepAliveSeconds).toBe(5);
  expect(() => readConfig({ KEEP_ALIVE_SECONDS: '0' })).toThrow(
    'KEEP_ALIVE_SECONDS must be an integer from 1 to 86400, not "0".',
  );
});
