import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { TenantBudget } from '../../src/fairness/tenant-budget.js';
import type { RequestContext } from '../../src/http/request/request-context.js';
import { PacedServer } from '../../src/http/server/paced-server.js';
import { takeLargeBodies } from '../../src/large-data/large-bodies.js';
import type { Spool } from '../../src/ports/stores/spool.js';

const MOST = 1_048_576;
const DATA = `{"a":"${'x'.repeat(200_000)}"}`;

/** Files in memory, and the number of writes. */
function aSpool() {
  const written: Uint8Array[] = [];
  const spool = {
    create: async () => ({
      place: { path: 'a', key: '' },
      add: async (bytes: Uint8Array) => void written.push(bytes),
      remove: async () => {},
    }),
  } as unknown as Spool;
  return { spool, written };
}

test('a large body in chunks of one byte is written with few writes, and is the same', async () => {
  const { spool, written } = aSpool();
  const app = fastify({ serverFactory: (handler) => new PacedServer({}, handler) });
  const context = { isAnonymous: false, caller: { tenantId: 't' }, onClosed: () => {} } as unknown as RequestContext;
  app.decorateRequest('context', { getter: () => context });
  takeLargeBodies(app, { spool, inFlight: new TenantBudget({ total: MOST, perTenant: MOST }), largeBody: MOST });
  app.post('/', { bodyLimit: MOST }, ({ body }) => ({ body, large: context.large }));
  await app.ready();
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const text = `{"conversation_data":${DATA}}`;
  socket.write(`${head}${[...text].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(JSON.parse(String(answer).split('\r\n\r\n')[1] ?? '')).toMatchObject({
    body: { conversation_data: {} },
    large: { data: { from: text.indexOf(DATA), to: text.length - 1 } },
  });
  expect(Buffer.concat(written).toString()).toBe(text);
  expect(written.length).toBeLessThan(text.length / 50);
  socket.destroy();
  await app.close();
}, 30_000);
