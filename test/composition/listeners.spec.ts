import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { canSharePort, MoreListeners } from '../../src/composition/listeners.js';
import { startTidings } from '../support/api.js';

const CONNECTIONS = 512;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function aServer(port = 0, reusePort = true): Promise<Server> {
  const server = createServer((_, response) => response.end('here'));
  server.listen({ port, host: '127.0.0.1', reusePort });
  await once(server, 'listening');
  ends.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Turns of the event loop until connections that arrive together are accepted. */
async function turnsToAccept(server: Server): Promise<number> {
  let accepted = 0;
  const count = () => accepted++;
  server.on('connection', count);
  const clients = Array.from({ length: CONNECTIONS }, () => connect(portOf(server), '127.0.0.1'));
  ends.push(() => {
    for (const client of clients) client.destroy();
  });
  let turns = 0;
  while (accepted < CONNECTIONS) {
    await nextTurn();
    turns++;
  }
  server.off('connection', count);
  return turns;
}

test('a service accepts many connections in a turn of the event loop', async () => {
  const tidings = await startTidings();
  ends.push(() => tidings.close());
  expect(await turnsToAccept(tidings.app.getHttpServer() as Server)).toBeLessThan(CONNECTIONS / 16);
});

test('each listener answers as the server does, until it is closed', async () => {
  const server = await aServer();
  const listeners = new MoreListeners();
  await listeners.open(server);
  ends.push(() => listeners.close());
  const port = portOf(server);
  const ask = () => fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
  const answers = await Promise.all(Array.from({ length: 64 }, async () => (await ask()).text()));
  expect(new Set(answers)).toEqual(new Set(['here']));
  listeners.close();
  server.close();
  await expect(ask()).rejects.toThrow();
});

test.each([true, false])('a port that another service has is refused, whether it shares it: %s', async (reusePort) => {
  const port = portOf(await aServer(0, reusePort));
  await expect(canSharePort({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
