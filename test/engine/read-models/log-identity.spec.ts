import { expect, test } from 'vitest';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { EventStore } from '../../../src/ports/stores/event-store.js';
import { openLog, vocabulary } from '../commands/counter.js';

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
