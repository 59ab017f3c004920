import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { parseConnectionUrl } from '../../../src/adapters/eventstoredb/connection-url.js';
import { durabilityOf } from '../../../src/adapters/eventstoredb/server-settings.js';

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that answers the request for its settings, or never does. */
async function host(answer?: string): Promise<string> {
  const server = createServer((_, response) => void (answer && response.end(answer)));
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a mute first host of a cluster costs nothing where another one answers', async () => {
  const url = parseConnectionUrl(`kurrentdb://${await host()},${await host('[]')}?tls=false`);
  const begunMs = performance.now();
  expect(await durabilityOf(url)).toBe('durable');
  expect(performance.now() - begunMs).toBeLessThan(1_000);
});

test('mute hosts alone are unreachable', async () => {
  const url = parseConnectionUrl(`kurrentdb://${await host()},${await host()}?tls=false`);
  expect(await durabilityOf(url)).toBe('unreachable');
});
