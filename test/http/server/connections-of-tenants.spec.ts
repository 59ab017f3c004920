import type { Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { nextTurn } from '../../../src/kernel/sliced-work.js';
import { TurnLength } from '../../../src/kernel/turn-length.js';
import { answered, client, getBy, getOf, type Handler, leave, serve } from './connections.fixture.js';

afterEach(leave);

interface Served {
  /** Tenants in the order in which their requests were served. */
  readonly order: readonly string[];
  /** The same by turns of the event loop. All requests arrive in the first. */
  readonly turns: readonly (readonly string[])[];
}

interface Among {
  /** Each takes so long: once it is parsed, and while it is. */
  readonly requestMs: number;
  readonly parseMs?: number;
  readonly quiet?: string;
  /** So many new connections bring a request, too. */
  readonly fresh?: number;
  /** After them a new connection brings a request with a credential of this tenant. */
  readonly returning?: string;
  /** After them a new connection brings a request from another address. */
  readonly isElsewhere?: boolean;
  /** Turns were long so far. */
  readonly isLong?: boolean;
}

/** Serves a request of each tenant, from connections of their own, that arrive in one turn of the event loop. */
async function served(tenants: readonly string[], among: Among): Promise<Served> {
  const { requestMs, parseMs = 0, quiet, fresh = 0, returning, isElsewhere = false, isLong = false } = among;
  const turn = { ms: 0, monotonic: () => turn.ms };
  const length = new TurnLength(turn);
  const turns: string[][] = [];
  let current: string[] | undefined;
  const note = (tenant: string) => {
    if (!current) {
      current = [];
      turns.push(current);
      setImmediate(() => {
        current = undefined;
      });
    }
    current.push(tenant);
  };
  const handler: Handler = ({ url = '', headers }, response) => {
    if (url === '/2') {
      note(String(headers.tenant));
      turn.ms += parseMs;
      queueMicrotask(() => {
        turn.ms += requestMs;
      });
    }
    response.end(`<${url}>`);
  };
  const server = await serve(handler, turn, { mostIdle: 2 * (tenants.length + fresh), quiet, length });
  const connections: Awaited<ReturnType<typeof known>>[] = [];
  for (const tenant of tenants) connections.push(await known(server, tenant));
  let accepted = 0;
  server.on('connection', () => accepted++);
  const further = await Promise.all(Array.from({ length: fresh }, () => client(server)));
  const address = isElsewhere ? '127.0.0.2' : undefined;
  const last = returning === undefined && !isElsewhere ? undefined : await client(server, address);
  await expect.poll(() => accepted).toBe(last ? fresh + 1 : fresh);
  for (let n = 0; isLong && n < 30; n++) {
    length.input();
    turn.ms += 20;
    await nextTurn();
  }
  const [first, ...later] = connections;
  first?.socket.write(getOf(first.tenant, '/2'));
  for (const socket of further) socket.write(getOf('new', '/2'));
  last?.write(returning === undefined ? getOf('elsewhere', '/2') : getBy(returning, '/2'));
  for (const { socket, tenant } of later) socket.write(getOf(tenant, '/2'));
  const sockets = [...connections.map(({ socket }) => socket), ...further, ...(last ? [last] : [])];
  const expected = sockets.map((_, n) => (n < connections.length ? ['/1', '/2'] : ['/2']));
  await expect.poll(() => sockets.map((socket) => answered(socket.answers()))).toEqual(expected);
  return { order: turns.flat(), turns };
}

/** A connection of which the tenant is known, as it was authenticated before. */
async function known(server: Server, tenant: string) {
  const socket = await client(server);
  socket.write(getOf(tenant, '/1'));
  await expect.poll(() => answered(socket.answers())).toEqual(['/1']);
  return { socket, tenant };
}

const busy = (count: number) => Array<string>(count).fill('busy');
const tenants = (count: number) => Array.from({ length: count }, (_, n) => `busy ${n}`);

test('what arrives from a quiet tenant is served in a turn that has lasted too long for others', async () => {
  const { turns } = await served([...tenants(10), 'quiet'], { requestMs: 8, quiet: 'quiet' });
  expect(turns[0]).toEqual(['busy 0', 'quiet']);
});

test('once a turn has lasted very long, a quiet tenant waits too, and is the first of those that wait', async () => {
  const { order, turns } = await served([...tenants(10), 'quiet'], { requestMs: 25, quiet: 'quiet' });
  expect(turns[0]).toEqual(['busy 0']);
  expect(order[1]).toBe('quiet');
});

test('connections that wait take turns by tenant, however many a tenant has', async () => {
  const { order } = await served([...busy(30), 'other'], { requestMs: 2 });
  expect(order.indexOf('other')).toBeLessThan(10);
});

test.skipIf(process.platform !== 'linux')('a new connection does not wait for those of another address', async () => {
  const { order } = await served(['busy'], { requestMs: 2, fresh: 30, isElsewhere: true });
  expect(order.indexOf('elsewhere')).toBeLessThan(10);
});

test('a connection whose tenant is not known has turns of its own', async () => {
  const { order } = await served([...busy(30), ''], { requestMs: 2 });
  expect(order.indexOf('')).toBeLessThan(10);
});

test('a new connection that waits does not wait for many others', async () => {
  const { order } = await served(tenants(10), { requestMs: 25, fresh: 1 });
  expect(order.indexOf('new')).toBeLessThan(4);
});

test('connections without a tenant, however many, alternate with those of tenants', async () => {
  const { order } = await served([...Array<string>(20).fill(''), 'one', 'two'], { requestMs: 2 });
  expect(order.indexOf('two')).toBeLessThan(10);
});

describe('where turns have been long', () => {
  const among = { requestMs: 0, parseMs: 0.5, isLong: true };

  test('a turn beside a quiet tenant admits few of the others, as they arrive and later', async () => {
    const { turns } = await served(tenants(20), { ...among, quiet: 'quiet' });
    expect(Math.max(...turns.map(({ length }) => length))).toBeLessThanOrEqual(2);
  });

  test('what arrives on new connections is served all the same', async () => {
    const { turns } = await served(tenants(20), { ...among, parseMs: 0.3, quiet: 'quiet', fresh: 3 });
    expect(turns[0]?.filter((each) => each === 'new')).toHaveLength(3);
  });

  test('new connections that wait come before the others', async () => {
    const { order } = await served(tenants(10), { ...among, requestMs: 25, quiet: 'quiet', fresh: 2 });
    expect(order.slice(1, 3)).toEqual(['new', 'new']);
  });

  test('a new connection with a known credential of a quiet tenant waits for no others', async () => {
    const { order } = await served(['busy'], {
      ...among,
      requestMs: 25,
      quiet: 'quiet',
      fresh: 10,
      returning: 'quiet',
    });
    expect(order.indexOf('quiet')).toBeLessThan(4);
  });

  test('a turn without one admits as many as usual', async () => {
    const { turns } = await served(tenants(20), among);
    expect(turns[0]?.length).toBeGreaterThan(10);
  });
});
