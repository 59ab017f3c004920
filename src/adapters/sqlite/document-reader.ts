import { pageUpTo } from '../../kernel/page-rows.js';
import { askedWords } from '../../kernel/words.js';
import type { Page, Query, Reader } from '../../ports/document-store.js';
import type { Counters } from './document-counters.js';
import { type Clause, conditions, runs } from './document-query.js';
import type { Search } from './document-search.js';
import type { Table } from './document-table.js';
import type { Reads } from './reads.js';
import { eachRow, type Prepared, row } from './statements.js';

/** Above this many found groups it is cheaper to walk in order until the page is full than to sort all that was found. */
const FEW = 1_000;

export interface Reading {
  readonly table: Table;
  readonly counters: Counters;
  readonly search: Search;
  /** The tables that share the search index of this one. */
  readonly sharing: () => readonly Table[];
  readonly prepared: Prepared;
  /** undefined: nothing was ever written for the tenant. */
  readonly tenant: () => number | undefined;
  readonly reads: Reads;
}

type Counted = Pick<Query, 'where' | 'matching'>;

const NOTHING = { docs: [], keys: [], hasMore: false } as const;

export function documentReader<Doc>(reading: Reading): Reader<Doc> {
  const { table, counters, search, sharing, prepared, tenant, reads } = reading;
  const one = `select doc from ${table.name} where tenant = ? and key = ?`;

  function get(key: string): Doc | undefined {
    const number = tenant();
    const found = number === undefined ? undefined : row<[string]>(prepared(one), number, key);
    return found && JSON.parse(found[0]);
  }

  /** Where to read from; undefined when no group holds the words. */
  function source(
    number: number,
    { where, matching }: Counted,
    sorted: boolean,
  ): (Clause & { from: string }) | undefined {
    const condition = conditions(table, number, where);
    const words = askedWords(matching?.words ?? []);
    if (!matching || words.length === 0) return { ...condition, from: table.name };
    if (matching.index !== table.collection.search?.index) {
      throw new TypeError(`${table.collection.name} is not in the search index ${matching.index}.`);
    }
    const groups = search.match(sharing(), number, words);
    if (groups === 0) return undefined;
    if (sorted && groups > FEW) {
      return { ...condition, sql: `${condition.sql} and +own in (select n from matched)`, from: table.name };
    }
    return { ...condition, from: `matched cross join ${table.name} on own = matched.n` };
  }

  function find(query: Query): Page<Doc> {
    const pageRuns = runs(table, query);
    const number = tenant();
    const from = number === undefined ? undefined : source(number, query, true);
    if (!from) return NOTHING;
    const page = pageUpTo(query);
    for (const { sql, bound, order } of pageRuns) {
      const select = `select key, doc from ${from.from} where ${from.sql} and ${sql} order by ${order} limit ? offset ?`;
      const wanted = query.limit + 1 - page.rows.length;
      const found = eachRow<[string, string]>(prepared(select), ...from.bound, ...bound, wanted, query.offset ?? 0);
      for (const [key, doc] of found) if (!page.add({ key, doc })) break;
      if (page.hasMore) break;
    }
    return {
      docs: page.rows.map(({ doc }) => JSON.parse(doc)),
      keys: page.rows.map(({ key }) => key),
      hasMore: page.hasMore,
    };
  }

  function count(query: Counted): number {
    const number = tenant();
    const from = number === undefined ? undefined : source(number, query, false);
    if (number === undefined || !from) return 0;
    const counted = from.from === table.name ? counters.read(number, query.where ?? []) : undefined;
    if (counted !== undefined) return counted;
    return row<[number]>(prepared(`select count(*) from ${from.from} where ${from.sql}`), ...from.bound)?.[0] ?? 0;
  }

  return {
    get: (key) => reads(() => get(key)),
    many: (keys) => reads(() => keys.map(get).filter((doc) => doc !== undefined)),
    find: (query) => reads(() => find(query)),
    count: (query) => reads(() => count(query)),
  };
}
