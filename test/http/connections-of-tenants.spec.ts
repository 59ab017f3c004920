import type { Server } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { answered, client, getOf, type Handler, leave, serve } from './connections.fixture.js';

afterEach(leave);

interface Served {
  /** Tenants in the order in which their requests were served. */
  readonly order: readonly string[];
  /** Those of the turn of the event loop in which all requests arrived. */
  readonly atOnce: readonly string[];
}

/** Serves a request of each tenant, from connections of their own, that arrive in one turn of the event loop. */
async function served(tenants: readonly string[], requestMs: number, quiet?: string): Promise<Served> {
  const turn = { ms: 0, isOver: false, monotonic: () => turn.ms };
  const [order, atOnce]: string[][] = [[], []];
  const handler: Handler = ({ url = '', headers }, response) => {
    if (url === '/2') {
      for (const list of turn.isOver ? [order] : [order, atOnce]) list?.push(String(headers.tenant));
      queueMicrotask(() => {
        turn.ms += requestMs;
      });
      setImmediate(() => {
        turn.isOver = true;
      });
    }
    response.end(`<${url}>`);
  };
  const server = await serve(handler, turn, tenants.length, quiet);
  const connections: Awaited<ReturnType<typeof known>>[] = [];
  for (const tenant of tenants) connections.push(await known(server, tenant));
  for (const { socket, tenant } of connections) socket.write(getOf(tenant, '/2'));
  await vi.waitFor(() => {
    for (const { socket } of connections) expect(answered(socket.answers())).toEqual(['/1', '/2']);
  });
  return { order: order ?? [], atOnce: atOnce ?? [] };
}

/** A connection of which the tenant is known, as it was authenticated before. */
async function known(server: Server, tenant: string) {
  const socket = await client(server);
  socket.write(getOf(tenant, '/1'));
  await vi.waitFor(() => expect(answered(socket.answers())).toEqual(['/1']));
  return { socket, tenant };
}

const busy = (count: number) => Array<string>(count).fill('busy');
const tenants = (count: number) => Array.from({ length: count }, (_, n) => `busy ${n}`);

test('what arrives from a quiet tenant is served in a turn that has lasted too long for others', async () => {
  const { atOnce } = await served([...tenants(10), 'quiet'], 8, 'quiet');
  expect(atOnce).toEqual(['busy 0', 'quiet']);
});

test('once a turn has lasted very long, a quiet tenant waits too, and is the first of those that wait', async () => {
  const { order, atOnce } = await served([...tenants(10), 'quiet'], 25, 'quiet');
  expect(atOnce).toEqual(['busy 0']);
  expect(order[1]).toBe('quiet');
});

test('connections that wait take turns by tenant, however many a tenant has', async () => {
  const { order } = await served([...busy(30), 'other'], 2);
  expect(order.indexOf('other')).toBeLessThan(10);
});

test('a connection whose tenant is not known has turns of its own', async () => {
  const { order } = await served([...busy(30), ''], 2);
  expect(order.indexOf('')).toBeLessThan(10);
});
