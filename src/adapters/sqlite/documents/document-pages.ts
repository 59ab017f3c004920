import { PageRows } from '../../../ports/stores/page-rows.js';
import type { GroupSet } from '../search/group-set.js';
import type { Search } from '../search/search-index.js';
import { eachRow, GIVEN, LIMIT, type Prepared, row } from '../statements.js';
import type { Clause, Run } from './document-query.js';
import type { TableNames } from './document-table.js';

export type PageOfRows = Pick<PageRows, 'rows' | 'hasMore'>;

/** A page of documents, as SQL of their table. */
export interface AskedPage {
  readonly table: TableNames;
  /** Only documents whose groups it finds. */
  readonly search?: Search | undefined;
  readonly condition: Clause;
  /** The same for a walk in order: ranges of other fields do not choose the index. */
  readonly walked: Clause;
  readonly runs: readonly Run[];
  readonly limit: number;
  readonly offset: number;
  readonly bytes?: number | undefined;
}

export interface AskedTotal {
  readonly table: TableNames;
  readonly search?: Search | undefined;
  readonly condition: Clause;
  /** The condition is only the tenant's. */
  readonly isWhole: boolean;
}

/** Above this many found groups it is cheaper to walk in order until the page is full than to sort all that was found. */
const FEW = 1_000;

type Found = readonly [key: string, doc: string];
type Walked = readonly [key: string, id: number, own: number | null];

/** @param groups what the search found, where there is one */
export function pageOf(prepared: Prepared, request: AskedPage, groups: GroupSet | undefined): PageOfRows {
  const page = new PageRows(request);
  if (!groups) fill(prepared, request, page);
  else if (groups.size > FEW) walk(prepared, request, groups, page);
  else if (groups.size > 0) sort(prepared, request, groups, page);
  return { rows: page.rows, hasMore: page.hasMore };
}

/** @param groups what the search found, where there is one */
export function totalOf(prepared: Prepared, request: AskedTotal, groups: GroupSet | undefined): number {
  const { table, condition, isWhole } = request;
  const { sql, bound } = condition;
  if (!groups) return row<[number]>(prepared(`select count(*) from ${table.name} where ${sql}`), ...bound)?.[0] ?? 0;
  if (isWhole) return groups.size;
  const counted = `select count(*) from ${GIVEN} cross join ${table.name} on own = n where ${sql}`;
  let total = 0;
  for (const some of groups.slices(FEW))
    total += row<[number]>(prepared(counted), JSON.stringify(some), ...bound)?.[0] ?? 0;
  return total;
}

/** Few documents are sorted; of many it walks in order until the page is full. */
function fill(prepared: Prepared, request: AskedPage, page: PageRows): void {
  const { table, condition, limit, offset } = request;
  const probe = `select count(*) from (select 1 from ${table.name} where ${condition.sql} limit ${FEW})`;
  const isFew = request.walked.sql === condition.sql || row<[number]>(prepared(probe), ...condition.bound)?.[0] !== FEW;
  const { sql: chosen, bound: values } = isFew ? condition : request.walked;
  for (const { sql, bound, order } of request.runs) {
    const select = `select key, doc from ${table.name} where ${chosen} and ${sql} order by ${order} ${LIMIT} offset ?`;
    const all = [...values, ...bound, limit + 1 - page.rows.length, offset];
    for (const [key, doc] of eachRow<Found>(prepared(select), ...all)) if (!page.add({ key, doc })) return;
  }
}

function sort(prepared: Prepared, request: AskedPage, groups: GroupSet, page: PageRows): void {
  const { condition, limit, offset } = request;
  const listed = JSON.stringify([...groups.numbers()]);
  for (const { sql, bound, order } of request.runs) {
    const select =
      `select key, doc from ${GIVEN} cross join ${request.table.name} on own = n ` +
      `where ${condition.sql} and ${sql} order by ${order} ${LIMIT} offset ?`;
    const all = [listed, ...condition.bound, ...bound, limit + 1 - page.rows.length, offset];
    for (const [key, doc] of eachRow<Found>(prepared(select), ...all)) if (!page.add({ key, doc })) return;
  }
}

function walk(prepared: Prepared, request: AskedPage, groups: GroupSet, page: PageRows): void {
  const { condition, table } = request;
  const one = `select doc from ${table.name} where id = ?`;
  let left = request.offset;
  for (const { sql, bound, order } of request.runs) {
    const select = `select key, id, own from ${table.name} where ${condition.sql} and ${sql} order by ${order}`;
    for (const [key, id, own] of eachRow<Walked>(prepared(select), ...condition.bound, ...bound)) {
      if (own === null || !groups.has(own) || left-- > 0) continue;
      const doc = row<[string]>(prepared(one), id)?.[0];
      if (doc !== undefined && !page.add({ key, doc })) return;
    }
  }
}
