import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { LoopTurns } from '../../../src/kernel/loop-turns.js';
import { nextTurn } from '../../../src/kernel/sliced-work.js';
import { streamName } from '../../../src/kernel/stream.js';
import { TurnLength } from '../../../src/kernel/turn-length.js';
import { someEvents } from '../../contracts/events.fixture.js';
import { aFlood } from '../../kernel/loop-turns.fixture.js';

const TENANTS = { quiet: randomUUID(), busy: randomUUID() };
const open: SqliteEventStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

/** A log in which a tenant reads much while a quiet one reads now and then, and requests that can be let in. */
async function busyLog() {
  const clock = { ms: 0, monotonic: () => clock.ms };
  const turns = new LoopTurns({ monotonic: () => (clock.ms += 0.2) }, new AsyncLocalStorage());
  const length = new TurnLength(clock);
  const store = new SqliteEventStore(':memory:', { turns, length });
  open.push(store);
  const { end } = await aFlood(turns, { readers: 40, tenants: 2 }, (n) => (n === 0 ? TENANTS.busy : randomUUID()));
  void turns.wait(TENANTS.quiet);
  const appended = { quiet: false, busy: false };
  const append = (tenant: keyof typeof TENANTS) =>
    store.append(streamName('contract', TENANTS[tenant], 'a'), 0, someEvents(1)).then(() => {
      appended[tenant] = true;
    });
  /** A request is handled so many milliseconds later in the same turn. */
  const request = async (afterMs: number) => {
    clock.ms += afterMs;
    length.beforeRequest();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { store, append, appended, request, end };
}

test('what a quiet tenant appends is committed before further requests, and what others appended with it', async () => {
  const { store, append, appended, request, end } = await busyLog();
  void append('busy');
  void append('quiet');
  await request(1);
  expect(appended).toEqual({ quiet: false, busy: false });
  await request(1);
  expect(appended).toEqual({ quiet: true, busy: true });
  await nextTurn();
  expect(store.commits).toBe(1);
  await end();
});

test('what a busy tenant appends is committed at the end of the turn', async () => {
  const { store, append, appended, request, end } = await busyLog();
  void append('busy');
  await request(5);
  expect(appended.busy).toBe(false);
  await nextTurn();
  expect(appended.busy).toBe(true);
  expect(store.commits).toBe(1);
  await end();
});

test('without further requests a quiet tenant does not wait longer than others', async () => {
  const { store, append, appended, request, end } = await busyLog();
  void append('quiet');
  await nextTurn();
  expect(appended.quiet).toBe(true);
  await request(5);
  expect(store.commits).toBe(1);
  await end();
});
