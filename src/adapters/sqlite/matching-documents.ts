import { type PageRows, pageUpTo } from '../../kernel/page-rows.js';
import type { Clause, Run } from './document-query.js';
import type { GroupSet } from './group-set.js';
import type { Search, SearchIndex } from './search-index.js';
import { eachRow, GIVEN, type Prepared, row } from './statements.js';

export type PageOfRows = Pick<PageRows, 'rows' | 'hasMore'>;

/** What is asked of the documents whose groups a search finds, as SQL of their table. */
export interface SearchedPage {
  readonly search: Search;
  readonly condition: Clause;
  readonly runs: readonly Run[];
  readonly limit: number;
  readonly offset: number;
  readonly bytes?: number | undefined;
}

export interface SearchedTotal {
  readonly search: Search;
  /** undefined: every document counts. */
  readonly condition?: Clause | undefined;
}

/** Above this many found groups it is cheaper to walk in order until the page is full than to sort all that was found. */
const FEW = 1_000;

type Found = readonly [key: string, doc: string];
type Walked = readonly [key: string, id: number, own: number | null];

/** @throws SearchTooBroad */
export function searchedPage(prepared: Prepared, index: SearchIndex, asked: SearchedPage): PageOfRows {
  const groups = index.groups(asked.search);
  const page = pageUpTo({ limit: asked.limit, ...(asked.bytes !== undefined && { bytes: asked.bytes }) });
  if (groups.size > FEW) walk(prepared, asked, groups, page);
  else if (groups.size > 0) sort(prepared, asked, groups, page);
  return { rows: page.rows, hasMore: page.hasMore };
}

/** @throws SearchTooBroad */
export function searchedTotal(prepared: Prepared, index: SearchIndex, { search, condition }: SearchedTotal): number {
  const groups = index.groups(search);
  if (condition === undefined) return groups.size;
  const { table } = search;
  const counted = `select count(*) from ${GIVEN} cross join ${table.name} on own = n where ${condition.sql}`;
  let total = 0;
  for (const some of groups.slices(FEW))
    total += row<[number]>(prepared(counted), JSON.stringify(some), ...condition.bound)?.[0] ?? 0;
  return total;
}

function sort(prepared: Prepared, asked: SearchedPage, groups: GroupSet, page: PageRows): void {
  const { condition, limit, offset } = asked;
  const listed = JSON.stringify([...groups.numbers()]);
  for (const { sql, bound, order } of asked.runs) {
    const select =
      `select key, doc from ${GIVEN} cross join ${asked.search.table.name} on own = n ` +
      `where ${condition.sql} and ${sql} order by ${order} limit ? offset ?`;
    const all = [listed, ...condition.bound, ...bound, limit + 1 - page.rows.length, offset];
    for (const [key, doc] of eachRow<Found>(prepared(select), ...all)) if (!page.add({ key, doc })) return;
  }
}

function walk(prepared: Prepared, asked: SearchedPage, groups: GroupSet, page: PageRows): void {
  const { condition, search } = asked;
  const one = `select doc from ${search.table.name} where id = ?`;
  let left = asked.offset;
  for (const { sql, bound, order } of asked.runs) {
    const select = `select key, id, own from ${search.table.name} where ${condition.sql} and ${sql} order by ${order}`;
    for (const [key, id, own] of eachRow<Walked>(prepared(select), ...condition.bound, ...bound)) {
      if (own === null || !groups.has(own) || left-- > 0) continue;
      const doc = row<[string]>(prepared(one), id)?.[0];
      if (doc !== undefined && !page.add({ key, doc })) return;
    }
  }
}
