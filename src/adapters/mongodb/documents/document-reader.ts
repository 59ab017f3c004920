import type { Collection, Db, Filter } from 'mongodb';
import type { Condition, Page, Query, Reader } from '../../../ports/stores/document-store.js';
import { PageRows } from '../../../ports/stores/page-rows.js';
import { searchedWords } from '../../../ports/stores/words.js';
import { joined } from '../ids.js';
import type { Mongo } from '../open.js';
import { counterAsked, sumId } from './document-counters.js';
import type { Model } from './document-model.js';
import { conditions, type Run, runs } from './document-query.js';
import type { Row } from './document-rows.js';
import { matchingGroups } from './document-search.js';

export interface Reading {
  readonly mongo: Mongo;
  readonly model: Model;
  readonly tenantId: string;
  /** The models that share the search index of this one. */
  readonly sharing: () => readonly Model[];
  /** A filter lists at most this many found groups; with more the documents are walked through in order. */
  readonly listed: number;
}

type Counted = Pick<Query, 'where' | 'matching'>;
/** undefined: nothing is searched for. */
type Groups = ReadonlySet<string> | undefined;

const LARGEST_LIMIT = 2 ** 31 - 1;
const LARGEST_BATCH = 1_000;
/** Documents of a batch where the bytes of the page are bounded. */
const BOUNDED_BATCH = 100;
/** Keys in one filter, which has to stay below 16 MiB. */
const COUNTED_AT_ONCE = 10_000;

interface AskedRun extends Pick<Query, 'offset' | 'bytes' | 'limit'> {
  readonly where: readonly Filter<Row>[];
  readonly run: Run;
  readonly found: Groups;
  readonly listed: number;
}

async function* rowsInRun(rows: Collection<Row>, asked: AskedRun): AsyncGenerator<Row> {
  const { where, run, offset: skip = 0, bytes, limit, found, listed } = asked;
  const options = { projection: { _id: 0, key: 1, doc: 1 }, sort: run.sort };
  if (!found || found.size <= listed) {
    const among = found ? [{ key: { $in: [...found] } }] : [];
    const batchSize = Math.min(limit, bytes === undefined ? LARGEST_BATCH : BOUNDED_BATCH);
    const filter = { $and: [...where, ...among, run.filter] };
    yield* rows.find(filter, { ...options, skip, limit: Math.min(limit, LARGEST_LIMIT), batchSize });
    return;
  }
  let passed = 0;
  for await (const row of rows.find({ $and: [...where, run.filter] }, options)) {
    if (!found.has(row.key ?? '') || passed++ < skip) continue;
    yield row;
  }
}

export function documentReader<Doc>({ mongo, model, tenantId, sharing, listed }: Reading): Reader<Doc> {
  const rowsOf = (db: Db) => db.collection<Row>(model.name);
  const parsed = (row: Row | null | undefined): Doc | undefined =>
    row?.doc === undefined ? undefined : JSON.parse(row.doc);

  async function many(db: Db, keys: readonly string[]): Promise<readonly Doc[]> {
    const ids = keys.map((key) => joined(tenantId, key));
    const filter: Filter<Row> = { _id: { $in: ids } };
    const rows = await rowsOf(db)
      .find(filter, { projection: { doc: 1 } })
      .toArray();
    const byId = new Map(rows.map((row) => [row._id, row]));
    return ids.map((id) => parsed(byId.get(id))).filter((doc) => doc !== undefined);
  }

  async function groups(db: Db, { matching }: Counted): Promise<Groups> {
    if (!matching) return undefined;
    if (matching.index === model.collection.search?.index) {
      const [without] = searchedWords(matching.without ?? '');
      return matchingGroups(db, sharing(), tenantId, searchedWords(matching.text), without);
    }
    throw new TypeError(`${model.collection.name} is not in the search index ${matching.index}.`);
  }

  async function find(db: Db, query: Query): Promise<Page<Doc>> {
    const where = conditions(model, tenantId, query.where);
    const pageRuns = runs(model, query);
    const found = await groups(db, query);
    const page = new PageRows(query);
    if (found?.size !== 0) {
      for (const run of pageRuns) {
        const wanted = query.limit + 1 - page.rows.length;
        const asked = { ...query, where, run, limit: wanted, found, listed };
        for await (const { key = '', doc = 'null' } of rowsInRun(rowsOf(db), asked)) {
          if (!page.add({ key, doc })) break;
        }
        if (page.hasMore) break;
      }
    }
    return {
      docs: page.rows.map(({ doc }) => JSON.parse(doc)),
      keys: page.rows.map(({ key }) => key),
      hasMore: page.hasMore,
    };
  }

  /** The plain command: the driver's own `countDocuments` is an aggregation. */
  async function counted(db: Db, filter: readonly Filter<Row>[]): Promise<number> {
    const { n } = await db.command({ count: model.name, query: { $and: filter } });
    return Number(n);
  }

  async function count(db: Db, query: Counted): Promise<number> {
    const filter = conditions(model, tenantId, query.where);
    const found = await groups(db, query);
    if (!found) return (await fromCounter(db, query.where ?? [])) ?? counted(db, filter);
    const keys = [...found];
    let total = 0;
    for (let i = 0; i < keys.length; i += COUNTED_AT_ONCE) {
      total += await counted(db, [...filter, { key: { $in: keys.slice(i, i + COUNTED_AT_ONCE) } }]);
    }
    return total;
  }

  async function fromCounter(db: Db, where: readonly Condition[]): Promise<number | undefined> {
    const id = counterAsked(model, tenantId, where);
    return id === undefined ? undefined : kept(db, id);
  }

  const kept = async (db: Db, id: string): Promise<number> =>
    (await db.collection<Row>(model.counts).findOne({ _id: id }))?.n ?? 0;

  return {
    get: (key) =>
      mongo.use(async (db) =>
        parsed(await rowsOf(db).findOne({ _id: joined(tenantId, key) }, { projection: { doc: 1 } })),
      ),
    many: (keys) => mongo.use((db) => many(db, keys)),
    find: (query) => mongo.use((db) => find(db, query)),
    count: (query) => mongo.use((db) => count(db, query)),
    sum: (name) => mongo.use((db) => kept(db, sumId(tenantId, name))),
  };
}
