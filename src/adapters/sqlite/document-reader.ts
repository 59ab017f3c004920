import { pageUpTo } from '../../kernel/page-rows.js';
import { askedWords } from '../../kernel/words.js';
import type { Page, Query, Reader } from '../../ports/document-store.js';
import type { Counters } from './document-counters.js';
import { conditions, runs } from './document-query.js';
import type { DocumentSearch, Searched } from './document-search.js';
import type { Table } from './document-table.js';
import type { PageOfRows } from './matching-documents.js';
import type { Reads } from './reads.js';
import { eachRow, type Prepared, row } from './statements.js';

export interface Reading {
  readonly table: Table;
  readonly counters: Counters;
  readonly search: DocumentSearch;
  /** The tables that share the search index of this one. */
  readonly sharing: () => readonly Table[];
  readonly prepared: Prepared;
  readonly tenantId: string;
  /** undefined: nothing was ever written for the tenant. */
  readonly tenant: () => number | undefined;
  readonly reads: Reads;
}

type Counted = Pick<Query, 'where' | 'matching'>;

type KeptColumns = readonly [key: string, doc: string];

const NOTHING: PageOfRows = { rows: [], hasMore: false };

export function documentReader<Doc>(reading: Reading): Reader<Doc> {
  const { table, counters, search, sharing, prepared, tenantId, tenant, reads } = reading;
  const one = `select doc from ${table.name} where tenant = ? and key = ?`;

  function get(key: string): Doc | undefined {
    const number = tenant();
    const found = number === undefined ? undefined : row<[string]>(prepared(one), number, key);
    return found && JSON.parse(found[0]);
  }

  /** The words that are searched for; without one it is no search. */
  function wordsOf({ matching }: Counted): readonly string[] {
    const words = askedWords(matching?.words ?? []);
    if (words.length === 0 || matching?.index === table.collection.search?.index) return words;
    throw new TypeError(`${table.collection.name} is not in the search index ${matching?.index}.`);
  }

  function find(query: Query): PageOfRows {
    const page = pageUpTo(query);
    const pageRuns = runs(table, query);
    const number = tenant();
    if (number === undefined) return NOTHING;
    const condition = conditions(table, number, query.where);
    for (const { sql, bound, order } of pageRuns) {
      const select = `select key, doc from ${table.name} where ${condition.sql} and ${sql} order by ${order} limit ? offset ?`;
      const wanted = query.limit + 1 - page.rows.length;
      const all = [...condition.bound, ...bound, wanted, query.offset ?? 0];
      for (const [key, doc] of eachRow<KeptColumns>(prepared(select), ...all)) if (!page.add({ key, doc })) return page;
    }
    return page;
  }

  function count({ where = [] }: Counted): number {
    const number = tenant();
    if (number === undefined) return 0;
    const counted = counters.read(number, where);
    if (counted !== undefined) return counted;
    const { sql, bound } = conditions(table, number, where);
    return row<[number]>(prepared(`select count(*) from ${table.name} where ${sql}`), ...bound)?.[0] ?? 0;
  }

  function searched(words: readonly string[]): Searched | undefined {
    const number = tenant();
    return number === undefined ? undefined : { table, sharing: sharing(), tenantId, tenant: number, words };
  }

  async function page(query: Query): Promise<PageOfRows> {
    const words = wordsOf(query);
    if (words.length === 0) return reads(() => find(query));
    const asked = await reads(() => searched(words));
    return asked ? search.page(asked, query) : NOTHING;
  }

  async function total(query: Counted): Promise<number> {
    const words = wordsOf(query);
    if (words.length === 0) return reads(() => count(query));
    const asked = await reads(() => searched(words));
    return asked ? search.total(asked, query) : 0;
  }

  return {
    get: (key) => reads(() => get(key)),
    many: (keys) => reads(() => keys.map(get).filter((doc) => doc !== undefined)),
    find: async (query) => pageOf(await page(query)),
    count: total,
  };
}

const pageOf = <Doc>({ rows, hasMore }: PageOfRows): Page<Doc> => ({
  docs: rows.map(({ doc }) => JSON.parse(doc)),
  keys: rows.map(({ key }) => key),
  hasMore,
});
