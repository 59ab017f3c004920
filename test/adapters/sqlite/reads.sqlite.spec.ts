import { afterAll, describe, expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { Loop } from '../../../src/fairness/loop.js';
import { FAR_FUTURE } from '../../../src/kernel/instant.js';
import { newStream, someEvents } from '../../contracts/events.fixture.js';
import { books } from '../../contracts/library.js';

let now = 0;
/** A millisecond passes with each read. */
const loop = new Loop({ monotonic: () => now++ });
const log = new SqliteEventStore(':memory:', { loop });
const documents = new SqliteDocumentStore(':memory:', { loop });
const operations = new SqliteOperationalStore(':memory:', { loop });
await documents.prepare([books]);
const reader = documents.reader(books, 'harbour');
afterAll(() => Promise.all([log.close(), documents.close(), operations.close()]));

const range = { facets: ['red'] };
const reads: Readonly<Record<string, () => Promise<unknown>>> = {
  'a stream': () => log.read('stream', { limit: 9 }),
  'the log': () => log.readAll(0, 9),
  'a document': () => reader.get('a'),
  'several documents': () => reader.many(['a']),
  'a page of documents': () => reader.find({ limit: 9 }),
  'a total': () => reader.count({}),
  'an entry': () => operations.get({ tenantId: 'harbour', kind: 'crane', id: 'a' }),
  'due entries': () => operations.due('crane', FAR_FUTURE, 9),
  'entries of a lane': () => operations.inLane('harbour', 'crane', 'red', 9),
  'the next tenant of a lane': () => operations.nextTenant('crane', 'red'),
  'entries by id': () => operations.list('harbour', 'crane', '', 9),
  'listed entries': () => operations.newest('harbour', 'crane', range, { limit: 9 }),
  'a total of entries': () => operations.count('harbour', 'crane', range),
  'a total of a group': () => operations.countGroup('harbour', 'crane', 'room'),
  'a scan': () => operations.scan(['crane'], 9),
};

describe('a loop of reads of SQLite leaves the event loop to others', () => {
  for (const [what, read] of Object.entries(reads)) {
    test(what, async () => {
      let others = 0;
      let isOver = false;
      const other = () => {
        others++;
        if (!isOver) setImmediate(other);
      };
      setImmediate(other);
      for (let n = 0; n < 400; n++) await read();
      isOver = true;
      expect(others).toBeGreaterThan(3);
    });
  }
});

test('handlers of many events each have a turn of the event loop of their own', async () => {
  let ms = 0;
  const store = new SqliteEventStore(':memory:', {
    loop: new Loop({ monotonic: () => ms }),
  });
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  const handled = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const tails = handled.map(({ resolve, reject }) => {
    const handle = () => {
      turns.push(turn);
      ms += 50;
      resolve();
    };
    return store.tail(0, handle, reject);
  });
  await store.append(newStream(), 0, someEvents(60));
  await Promise.all(handled.map(({ promise }) => promise));
  isOver = true;
  for (const tail of tails) tail.close();
  await store.close();
  expect(new Set(turns).size).toBe(turns.length);
});
