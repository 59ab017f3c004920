import type { Page, Query, Reader } from '../../../ports/stores/document-store.js';
import type { DatabaseThread } from '../database-thread.js';
import type { Reads } from '../reads.js';
import type { DocumentSearch } from '../search/document-search.js';
import type { GroupSet } from '../search/group-set.js';
import type { Search, SearchIndex } from '../search/search-index.js';
import { type Prepared, row } from '../statements.js';
import type { Counters } from './document-counters.js';
import { type AskedPage, type AskedTotal, type PageOfRows, pageOf, totalOf } from './document-pages.js';
import { conditions, isIndexed, runs } from './document-query.js';
import { namesOf, type Table } from './document-table.js';

export interface Reading {
  readonly table: Table;
  readonly counters: Counters;
  readonly search: DocumentSearch;
  readonly index: SearchIndex;
  /** Does reads that take long. Default: they are done at once. */
  readonly thread: DatabaseThread | undefined;
  /** The tables that share the search index of this one. */
  readonly sharing: () => readonly Table[];
  readonly prepared: Prepared;
  readonly tenantId: string;
  /** undefined: nothing was ever written for the tenant. */
  readonly tenant: () => number | undefined;
  readonly reads: Reads;
}

type Counted = Pick<Query, 'where' | 'matching'>;

const NOTHING: PageOfRows = { rows: [], hasMore: false };

export function documentReader<Doc>(reading: Reading): Reader<Doc> {
  const { table, counters, search, index, thread, sharing, prepared, tenantId, tenant, reads } = reading;
  const one = `select doc from ${table.name} where tenant = ? and key = ?`;

  function get(key: string): Doc | undefined {
    const number = tenant();
    const found = number === undefined ? undefined : row<[string]>(prepared(one), number, key);
    return found && JSON.parse(found[0]);
  }

  function searchOf({ matching }: Counted, number: number): Search | undefined {
    if (!matching) return undefined;
    if (matching.index === table.collection.search?.index) return search.of(table, sharing(), number, matching);
    throw new TypeError(`${table.collection.name} is not in the search index ${matching.index}.`);
  }

  /** Groups that a search finds. Where there is a thread, only a short search is done here. */
  function groupsOf(asked: Search | undefined): GroupSet | undefined {
    return asked && (thread ? index.groupsAtOnce(asked) : index.groups(asked));
  }

  function askedPage(query: Query, number: number): AskedPage {
    const { where, order, limit, offset = 0, bytes } = query;
    const condition = conditions(table, number, where);
    const walked = conditions(table, number, where, order?.field);
    const asked = { search: searchOf(query, number), condition, walked, runs: runs(table, query) };
    return { table: namesOf(table), ...asked, limit, offset, bytes };
  }

  /** The page itself if it is short or has no thread to read it, otherwise the request for the thread. */
  function findNow(query: Query): PageOfRows | AskedPage {
    const number = tenant();
    if (number === undefined) return NOTHING;
    const asked = askedPage(query, number);
    const groups = groupsOf(asked.search);
    const isLong = asked.search ? !groups : !isIndexed(table, query);
    return thread && isLong ? asked : pageOf(prepared, asked, groups);
  }

  async function find(query: Query): Promise<PageOfRows> {
    const found = await reads(() => findNow(query));
    return thread && 'runs' in found ? thread.page(tenantId, found) : (found as PageOfRows);
  }

  function countNow(query: Counted): number | AskedTotal {
    const { where = [] } = query;
    const number = tenant();
    if (number === undefined) return 0;
    const search = searchOf(query, number);
    const counted = search ? undefined : counters.read(number, where);
    if (counted !== undefined) return counted;
    const condition = conditions(table, number, where);
    const asked = { table: namesOf(table), search, condition, isWhole: where.length === 0 };
    const groups = groupsOf(search);
    return thread && !groups ? asked : totalOf(prepared, asked, groups);
  }

  async function count(query: Counted): Promise<number> {
    const counted = await reads(() => countNow(query));
    return thread && typeof counted !== 'number' ? thread.total(tenantId, counted) : (counted as number);
  }

  return {
    get: (key) => reads(() => get(key)),
    many: (keys) => reads(() => keys.map(get).filter((doc) => doc !== undefined)),
    find: async (query) => documentsOf(await find(query)),
    count,
    sum: (name) =>
      reads(() => {
        const number = tenant();
        return number === undefined ? 0 : counters.sum(number, name);
      }),
  };
}

function documentsOf<Doc>({ rows, hasMore }: PageOfRows): Page<Doc> {
  const docs: Doc[] = [];
  const keys: string[] = [];
  for (const { key, doc } of rows) {
    docs.push(JSON.parse(doc));
    keys.push(key);
  }
  return { docs, keys, hasMore };
}
