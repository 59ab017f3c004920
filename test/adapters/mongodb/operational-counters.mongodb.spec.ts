import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Row } from '../../../src/adapters/mongodb/operational/operational-row.js';
import { applySettling, settling } from '../../../src/adapters/mongodb/operational/operational-settling.js';
import { MongoOperationalStore } from '../../../src/adapters/mongodb/operational/operational-store.js';
import { type Instant, instant } from '../../../src/kernel/instant.js';
import {
  aDatabase,
  dropDatabase,
  MONGODB,
  reached,
  WITHOUT_MONGODB,
  withClient,
} from '../../support/servers/mongodb.js';
import { startProxy, type TcpProxy } from '../../support/servers/tcp-proxy.js';

if (MONGODB) describeCounters(MONGODB);
else test('counters of operational entries: MongoDB', ({ skip }) => skip(WITHOUT_MONGODB));

const PLACE = { tenantId: 'harbour', kind: 'crane' };
const FACETS = ['red', 'blue'] as const;
/** Entries that one commit counts. */
const AT_ONCE = 6;
const MANY = 10;

const at = (n: number): Instant => instant(1_900_000_000_000 + n * 45_000);
const listed = (n: number, facet: string) => ({ listed: { at: at(n), facet, group: `${facet} room` } });
const key = (n: number) => ({ ...PLACE, id: `k${n}` });
/** Some of the entries at the ends are counted in the index. */
const within = { after: at(0), before: at(MANY * 2) };

function describeCounters(server: URL): void {
  describe('counters of operational entries: MongoDB', () => {
    let proxy: TcpProxy;
    let database: string;
    let opened: MongoOperationalStore[];
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

    function store(url = database, countedAtOnce = AT_ONCE): MongoOperationalStore {
      const made = new MongoOperationalStore(url, { countedAtOnce });
      opened.push(made);
      return made;
    }
    const throughProxy = () => store(reached(database, { port: proxy.port, options: 'heartbeatFrequencyMS=500' }));
    const raw = <T>(work: Parameters<typeof withClient<T>>[1]) => withClient(database, work);
    const rows = () => raw((client) => client.db().collection<Row>('operational').find().toArray());

    /** Marks so many entries to be counted and counts none of them. */
    async function move(facetOf: (n: number) => string, many = MANY): Promise<void> {
      const writer = store(database, 10_000);
      await Promise.all(Array.from({ length: many }, (_, n) => writer.put(key(n), n, listed(n, facetOf(n)))));
    }

    /** Every counter against the entries themselves. */
    async function expectRight(operations: MongoOperationalStore): Promise<void> {
      const live = (await rows()).filter((row) => row.facet !== undefined);
      for (const facet of FACETS) {
        const own = live.filter((row) => row.facet === facet);
        const inside = own.filter(
          ({ newest = 0 }) => -newest > Date.parse(at(0)) && -newest < Date.parse(at(MANY * 2)),
        );
        const { tenantId, kind } = PLACE;
        expect(await operations.count(tenantId, kind, { facets: [facet] })).toBe(own.length);
        expect(await operations.count(tenantId, kind, { facets: [facet], ...within })).toBe(inside.length);
        expect(await operations.countGroup(tenantId, kind, `${facet} room`)).toBe(own.length);
      }
    }

    test('a total is looked up and not counted', async () => {
      await move(() => 'red');
      const operations = store();
      await expectRight(operations);
      const { modifiedCount } = await raw((client) =>
        client
          .db()
          .collection('operational-counts')
          .updateMany({ n: AT_ONCE }, { $set: { n: 42 } }),
      );
      expect(modifiedCount).toBeGreaterThan(0);
      expect(await operations.countGroup(PLACE.tenantId, PLACE.kind, 'red room')).toBe(42 + MANY - AT_ONCE);
    });

    test('entries are counted while they are written, and what was removed leaves no mark behind', async () => {
      const operations = store();
      for (let n = 0; n < MANY; n++) await operations.put(key(n), n, listed(n, 'red'));
      for (let n = 0; n < MANY; n += 2) await operations.put(key(n), n, listed(n, 'blue'));
      for (let n = 0; n < MANY; n += 3) await operations.remove(key(n));
      await expectRight(operations);
      expect(await operations.put(key(0), 'again', { ...listed(0, 'red'), expected: 0 })).toBe(true);
      expect(await operations.put(key(3), 'again')).toBe(true);
      expect(await operations.get(key(3))).toMatchObject({ value: 'again', revision: 1 });
      expect(await operations.get(key(6))).toBeUndefined();
      expect(await operations.remove(key(6))).toBe(false);
      await expectRight(operations);
      await store(database, 2).count(PLACE.tenantId, PLACE.kind, { facets: [] });
      for (const row of await rows()) expect(row.gone === undefined || row.revision === undefined).toBe(true);
    });

    test('entries that an earlier version listed are counted from the first start', async () => {
      await move((n) => FACETS[n % 2] as string);
      await raw(async (client) => {
        await client
          .db()
          .collection('operational')
          .updateMany({}, { $unset: { moved: '' } });
        await client.db().collection('operational-counts').deleteMany({});
      });
      await expectRight(store());
    });

    test('an entry that an election takes back after it was counted is counted no more', async () => {
      await move(() => 'red', AT_ONCE - 1);
      await raw(async (client) => {
        const db = client.db();
        const changes = await settling(db, await rows(), 1);
        await db.collection<Row>('operational').deleteOne({ id: 'k0' });
        await db
          .collection<Row>('operational')
          .updateOne({ id: 'k1' }, { $set: { facet: 'blue', group: 'blue room', moved: 'harbour/crane/1' } });
        await applySettling(db, changes);
        await applySettling(db, changes);
        await db.collection<{ _id: string }>('operational-journal').insertOne({ _id: 'head', commit: 1 } as never);
      });
      await expectRight(store());
      await expectRight(store(database, 2));
    });

    for (const act of ['dropAnswers', 'stall'] as const) {
      test(`whenever a process breaks off (${act}), another finds the totals right`, async () => {
        let broken = 0;
        for (let answers = 1; ; answers++) {
          await move((n) => FACETS[(n + answers) % 2] as string);
          const victim = throughProxy();
          const before = proxy.dropped;
          proxy[act](answers);
          let isOver = false;
          const count = victim
            .count(PLACE.tenantId, PLACE.kind, { facets: ['red'] })
            .catch(() => undefined)
            .finally(() => {
              isOver = true;
            });
          const isCut = () => (act === 'stall' ? proxy.waiting > 0 : proxy.dropped > before);
          while (!isOver && !isCut()) await new Promise(setImmediate);
          const wasCut = isCut();
          if (act === 'dropAnswers' && wasCut) proxy.cut();
          await expectRight(store());
          proxy.resume();
          await count;
          await expectRight(store());
          if (!wasCut) break;
          broken++;
        }
        expect(broken).toBeGreaterThan(8);
      }, 120_000);
    }
  });
}
