import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MongoDocumentStore } from '../../../src/adapters/mongodb/documents/document-store.js';
import { MongoOperationalStore } from '../../../src/adapters/mongodb/operational/operational-store.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { type Book, books, notes, write } from '../../contracts/library.js';
import { aDatabase, dropDatabase, MONGODB, reached, WITHOUT_MONGODB } from '../../support/servers/mongodb.js';
import { startProxy, type TcpProxy } from '../../support/servers/tcp-proxy.js';

if (MONGODB) describeOutages(MONGODB);
else test('outages of MongoDB', ({ skip }) => skip(WITHOUT_MONGODB));

const CHECKPOINT = 'contract-books@1';
const TENANT = 'harbour';
/** Long enough for two tries of the driver. */
const SOON_MS = 9_000;

/** As a projector does after a failure. */
async function resumed(documents: MongoDocumentStore): Promise<number> {
  await documents.prepare([books, notes]);
  return documents.checkpoint(CHECKPOINT);
}

const shelved = (shelf: string) => ({ where: [{ field: 'shelf', is: '=', value: shelf }] as const });
const putting = (id: string, shelf: string, title = `word${id}`) =>
  write(books, TENANT, id, { id, shelf, title } satisfies Book);

function describeOutages(server: URL): void {
  describe('outages of MongoDB', () => {
    let proxy: TcpProxy;
    let database: string;
    let opened: { close(): Promise<void> }[];
    beforeAll(async () => {
      proxy = await startProxy(server.hostname, Number(server.port));
    });
    beforeEach(() => {
      database = aDatabase(server);
      opened = [];
    });
    afterEach(async () => {
      proxy.resume();
      for (const each of opened) await each.close();
      await dropDatabase(database);
    });
    afterAll(() => proxy.close());

    async function store(url: string) {
      const made = new MongoDocumentStore(url);
      opened.push(made);
      await made.prepare([books, notes]);
      return made;
    }
    const throughProxy = () => reached(database, { port: proxy.port, options: 'heartbeatFrequencyMS=500' });

    for (const kind of ['cut', 'stall'] as const) {
      test(`after ${kind}: every call is told soon that the store is unavailable, and works again afterwards`, async () => {
        const documents = await store(throughProxy());
        const operations = new MongoOperationalStore(throughProxy());
        opened.push(operations);
        const key = { tenantId: TENANT, kind: 'thing', id: 'a' };
        await operations.put(key, 1);
        await documents.commit([putting('a', 'x')], [{ name: CHECKPOINT, position: 1, after: 0 }]);
        const reader = documents.reader(books, TENANT);

        proxy[kind]();
        const started = performance.now();
        const asked = [
          reader.get('a'),
          reader.find({ limit: 1 }),
          reader.count({}),
          documents.commit([putting('b', 'x')], [{ name: CHECKPOINT, position: 2, after: 1 }]),
          operations.get(key),
          operations.put(key, 2, { expected: 1 }),
        ];
        const answers = await Promise.allSettled(asked);
        expect(performance.now() - started).toBeLessThan(SOON_MS);
        for (const answer of answers) {
          expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
        }

        proxy.resume();
        const at = await resumed(documents);
        expect([1, 2]).toContain(at);
        await documents.commit([putting('c', 'x')], [{ name: CHECKPOINT, position: 3, after: at }]);
        expect(await reader.count(shelved('x'))).toBe(at === 1 ? 2 : 3);
        expect(await reader.count({})).toBe((await reader.find({ limit: 9 })).keys.length);
        expect(await operations.get(key)).toBeDefined();
      });
    }

    /** What one projector does: everything moves from one shelf to the next, something goes, something comes. */
    const batch = (turn: number) => [
      putting('a', `shelf${turn}`, `turn${turn}`),
      putting('b', `shelf${turn}`, `turn${turn}`),
      write(books, TENANT, 'c', turn % 2 === 0 ? { id: 'c', shelf: `shelf${turn}` } : undefined),
      putting(`new${turn}`, 'stays'),
      write(notes, TENANT, 'n', { id: 'n', book: 'a', text: `note${turn}` }),
    ];

    async function expectTurn(documents: MongoDocumentStore, turn: number) {
      const reader = documents.reader(books, TENANT);
      const c = turn % 2 === 0 ? 1 : 0;
      expect(await reader.count(shelved(`shelf${turn}`))).toBe(2 + c);
      expect(await reader.count(shelved(`shelf${turn - 1}`))).toBe(0);
      expect(await reader.count(shelved('stays'))).toBe(turn);
      expect(await reader.count({})).toBe(turn + 2 + c);
      expect((await reader.find({ limit: 99 })).keys).toHaveLength(turn + 2 + c);
      const search = (word: string) => reader.count({ matching: { index: 'contract-library', text: word } });
      expect([await search(`turn${turn}`), await search(`note${turn}`)]).toEqual([2, 1]);
      expect([await search(`turn${turn - 1}`), await search(`note${turn - 1}`)]).toEqual([0, 0]);
    }

    for (const life of ['the same process', 'another process'] as const) {
      test(`whichever answer gets lost, ${life} finds each commit done whole or not at all`, async () => {
        let documents = await store(throughProxy());
        await documents.commit(batch(1), [{ name: CHECKPOINT, position: 1, after: 0 }]);
        let turn = 1;
        let done = 0;
        for (let answers = 0; ; answers++) {
          const droppedBefore = proxy.dropped;
          proxy.dropAnswers(answers);
          const commit = documents.commit(batch(turn + 1), [{ name: CHECKPOINT, position: turn + 1, after: turn }]);
          const dropping = droppingUntil(commit, () => proxy.dropped > droppedBefore, proxy);
          const failed = await commit.then(
            () => undefined,
            (error) => error,
          );
          await dropping;
          proxy.resume();
          if (failed) expect(failed).toBeInstanceOf(StoreUnavailable);
          if (failed && life === 'another process') documents = await store(throughProxy());
          const at = failed ? await resumed(documents) : await documents.checkpoint(CHECKPOINT);
          expect(failed ? [turn, turn + 1] : [turn + 1]).toContain(at);
          if (failed && at > turn) done++;
          turn = at;
          await expectTurn(documents, turn);
          if (!failed && proxy.dropped === droppedBefore) break;
        }
        expect(done).toBeGreaterThan(2);
      });
    }

    test('what a stalled writer still sends, after another has gone on, changes nothing', async () => {
      const stalled = await store(throughProxy());
      const other = await store(database);
      let turn = 0;
      let overtaken = 0;
      for (let answers = 1; ; answers++) {
        await resumed(stalled);
        proxy.stall(answers);
        let ended = false;
        const late = stalled
          .commit(batch(turn + 1), [{ name: CHECKPOINT, position: turn + 1, after: turn }])
          .catch((error) => error)
          .finally(() => {
            ended = true;
          });
        while (!ended && proxy.waiting === 0) await nextTurn();
        const wasStalled = !ended;
        const at = await resumed(other);
        if (wasStalled && at > turn) overtaken++;
        for (turn = at; turn < at + 2; turn++) {
          await other.commit(batch(turn + 1), [{ name: CHECKPOINT, position: turn + 1, after: turn }]);
        }
        proxy.resume();
        await late;
        await expectTurn(other, turn);
        if (!wasStalled) break;
      }
      expect(overtaken).toBeGreaterThan(1);
    });

    test('a large commit that broke off is finished from all its parts', async () => {
      const note = 'x'.repeat(7 * 1_048_576);
      for (let answers = 0; ; answers++) {
        const writer = await store(throughProxy());
        const before = await writer.checkpoint(CHECKPOINT);
        const ids = [`a${answers}`, `b${answers}`];
        const position = before + 1;
        const lost = proxy.dropped;
        proxy.dropAnswers(answers);
        const commit = writer.commit(
          ids.map((id) => write(books, TENANT, id, { id, shelf: id, note })),
          [{ name: CHECKPOINT, position, after: before }],
        );
        const dropping = droppingUntil(commit, () => proxy.dropped > lost, proxy);
        const failed = await commit.then(
          () => false,
          () => true,
        );
        await dropping;
        proxy.resume();
        const next = await store(database);
        const decided = (await next.checkpoint(CHECKPOINT)) === position;
        const reader = next.reader(books, TENANT);
        for (const id of ids) expect(await reader.count(shelved(id))).toBe(decided ? 1 : 0);
        expect(await reader.many(ids)).toHaveLength(decided ? 2 : 0);
        if (failed && decided) break;
      }
    }, 60_000);
  });
}

/** Once an answer was lost the process hears nothing more: its connections break and it gets no new ones. */
async function droppingUntil(end: Promise<void>, lost: () => boolean, proxy: TcpProxy): Promise<void> {
  let ended = false;
  end
    .catch(() => {})
    .finally(() => {
      ended = true;
    });
  while (!ended) {
    if (lost()) return proxy.cut();
    await nextTurn();
  }
}
