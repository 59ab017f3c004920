import { expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { LastApplied } from '../../../src/engine/read-models/last-applied.js';
import { rebuildForeign } from '../../../src/engine/read-models/log-identity.js';
import type { EventStore } from '../../../src/ports/stores/event-store.js';
import { Count, counterDecider, counters, meta, openLog, vocabulary } from '../commands/counter.js';

test('the identity of the log that many ask for at once is read once, and read anew later', async () => {
  const { store } = openLog();
  let reads = 0;
  const counting = {
    readAll: (...asked: Parameters<EventStore['readAll']>) => {
      reads++;
      return store.readAll(...asked);
    },
  } as EventStore;
  const log = new EventLog(counting, codecFor(vocabulary));
  const found = await Promise.all(Array.from({ length: 13 }, () => log.identity()));
  expect([new Set(found).size, reads]).toEqual([1, 1]);
  await log.identity();
  expect(reads).toBe(2);
});

test('read models that another process commits while their place is compared are not rebuilt', async () => {
  const { log } = openLog();
  const runner = new CommandRunner(log, systemIds, systemClock);
  for (let n = 0; n < 9; n++) await runner.run(counterDecider, new Count('a', {}, meta()));
  const documents = new SqliteDocumentStore(':memory:');
  let position = 0;
  const commitNext = async () => {
    const place = await log.placeAt(++position);
    if (place) await documents.commit([], (await LastApplied.read(documents)).moved(place.position, place.id));
  };
  await commitNext();
  let reads = 0;
  const reading = Object.assign(Object.create(documents) as SqliteDocumentStore, {
    async checkpoint(name: string) {
      const found = await documents.checkpoint(name);
      if (reads++ < 5) await commitNext();
      return found;
    },
  });
  const reasons: string[] = [];
  await rebuildForeign(log, reading, [counters()], (reason) => reasons.push(reason));
  expect(reasons).toEqual([]);
  expect(position).toBe(6);
});
