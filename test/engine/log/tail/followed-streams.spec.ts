import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteEventStore } from '../../../../src/adapters/sqlite/events/event-store.js';
import { systemClock } from '../../../../src/adapters/system/clock.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../../src/engine/commands/command-runner.js';
import { codecFor } from '../../../../src/engine/log/codec.js';
import { EventLog } from '../../../../src/engine/log/event-log.js';
import type { EventStore } from '../../../../src/ports/stores/event-store.js';
import { TENANT } from '../../../support/given/given.js';
import { Count, counterDecider, meta, vocabulary } from '../../commands/counter.js';

let reads: number;
let failures: ((error: unknown) => void)[];
let sqlite: SqliteEventStore;
let store: EventStore;
beforeEach(() => {
  sqlite = new SqliteEventStore(':memory:');
  [reads, failures] = [0, []];
  store = {
    exclusive: false,
    judgesConditions: true,
    append: (...asked) => sqlite.append(...asked),
    read(...asked) {
      reads++;
      return sqlite.read(...asked);
    },
    readAll: (...asked) => sqlite.readAll(...asked),
    head: () => sqlite.head(),
    tail(after, handle, failed) {
      failures.push(failed);
      return sqlite.tail(after, handle, failed);
    },
    close: () => sqlite.close(),
  };
});
afterEach(() => store.close());

const breakTails = () => {
  for (const failed of failures.splice(0)) failed(new Error('the connection broke'));
};
const aProcess = () => new CommandRunner(new EventLog(store, codecFor(vocabulary)), systemIds, systemClock);
const add = (runner: CommandRunner) => runner.run(counterDecider, new Count('a', {}, meta()));
const followed = (runner: CommandRunner, past = 0) => runner.peek(counterDecider, TENANT, 'a', past);

async function readsOf(work: () => Promise<unknown>): Promise<number> {
  const before = reads;
  await work();
  return reads - before;
}

test('a followed state is read once, and again after each change of another process', async () => {
  const [own, other] = [aProcess(), aProcess()];
  await add(other);
  expect(await followed(own)).toBe(1);
  expect(await readsOf(() => followed(own))).toBe(0);
  await add(other);
  await expect.poll(() => followed(own)).toBe(2);
  expect(await readsOf(() => followed(own))).toBe(0);
});

test('a state is read where the tail has not come as far as it must have, and where it was not asked as followed', async () => {
  const [own, other] = [aProcess(), aProcess()];
  const { position } = await add(other);
  await followed(own);
  expect(await readsOf(() => followed(own, position + 1))).toBe(1);
  expect(await readsOf(() => own.peek(counterDecider, TENANT, 'a'))).toBe(1);
  expect(await readsOf(() => followed(own))).toBe(0);
});

test('after its own append a process reads the stream again, since the tail may know more', async () => {
  const own = aProcess();
  await add(own);
  await followed(own);
  await add(own);
  expect(await followed(own)).toBe(2);
  await expect.poll(() => readsOf(() => followed(own))).toBe(0);
});

test('nothing is followed while the tail is broken, and all is read anew when it is back', async () => {
  const [own, other] = [aProcess(), aProcess()];
  await add(other);
  await followed(own);
  breakTails();
  await add(other);
  expect(await followed(own)).toBe(2);
  await expect.poll(() => readsOf(() => followed(own))).toBe(0);
  await add(other);
  await expect.poll(() => followed(own)).toBe(3);
});

test('a change that comes while the stream is read is not missed', async () => {
  const [own, other] = [aProcess(), aProcess()];
  await add(other);
  await followed(own);
  for (let n = 0; n < 50; n++) {
    await Promise.all([followed(own), add(other), followed(own)]);
    await expect.poll(() => followed(own), { interval: 1 }).toBe(n + 2);
  }
});
