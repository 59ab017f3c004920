import type { Scalar } from '../../../kernel/projection.js';
import type { Condition, Query } from '../../../ports/stores/document-store.js';
import { encode, type Table, type Value } from './document-table.js';

/** Documents that a short read may pass over. */
const FEW_PASSED = 1_000;

/** Whether an index leads to the page at once: the fields with known values first, then the order with its ranges. */
export function isIndexed({ collection }: Table, { where = [], order, offset = 0 }: Query): boolean {
  if (offset > FEW_PASSED) return false;
  const equal = new Set(where.filter(({ is }) => is === '=' || is === 'in').map(({ field }) => field));
  const isSorted = where.some(({ is, field }) => is !== '=' && field !== order?.field && (is !== 'in' || order));
  if (isSorted) return false;
  const ordered = order && !equal.has(order.field) ? order.field : undefined;
  if (equal.size === 0 && ordered === undefined) return true;
  return collection.indexes.some(
    (index) =>
      index.slice(0, equal.size).every((field) => equal.has(field)) &&
      index.length >= equal.size &&
      (ordered === undefined ? index.length === equal.size : index[equal.size] === ordered),
  );
}

/** A piece of SQL with what is bound to it. */
export interface Clause {
  readonly sql: string;
  readonly bound: readonly Value[];
}

/** A run of documents in order. A page is filled from one run after the other. */
export interface Run extends Clause {
  readonly order: string;
}

/** @param walked the field whose index is walked: ranges of others do not choose an index */
export function conditions(table: Table, tenant: number, where: readonly Condition[] = [], walked?: string): Clause {
  const clauses = where.map((condition) => {
    const { sql, bound } = conditionSql(table, condition);
    const isFree = walked !== undefined && condition.is !== '=' && condition.field !== walked;
    return { sql: isFree ? `+${sql}` : sql, bound };
  });
  return {
    sql: ['tenant = ?', ...clauses.map(({ sql }) => sql)].join(' and '),
    bound: [tenant, ...clauses.flatMap(({ bound }) => bound)],
  };
}

function conditionSql(table: Table, condition: Condition): Clause {
  const column = table.column(condition.field);
  if (condition.is !== 'in') return { sql: `${column} ${OPERATORS[condition.is]} ?`, bound: [encode(condition.value)] };
  return { sql: `${column} in (select value from json_each(?))`, bound: [JSON.stringify(condition.values)] };
}

const OPERATORS = { '=': '=', '>': '>', '>=': '>=', '<': '<', '<=': '<=' } as const;

/**
 * Undefined sorts before every defined value (SQLite's order of NULL), but no comparison with a value finds it. So the
 * undefined values and the defined ones are separate runs.
 */
export function runs(table: Table, { order, after, offset }: Query): readonly Run[] {
  if (after && offset !== undefined) throw new TypeError('A query has either after or offset, not both.');
  if (!order) return [{ sql: after ? 'key > ?' : 'true', bound: after ? [after.key] : [], order: 'key' }];
  const column = table.column(order.field);
  const direction = order.descending ? 'desc' : 'asc';
  const [byField, byKey] = [`${column} ${direction}, key ${direction}`, `key ${direction}`];
  if (!after) return [{ sql: 'true', bound: [], order: byField }];
  const beyond = order.descending ? '<' : '>';
  const undefinedOnes = { sql: `${column} is null`, bound: [], order: byKey };
  if (isUndefined(after.value)) {
    const rest = { sql: `${column} is null and key ${beyond} ?`, bound: [after.key], order: byKey };
    return order.descending ? [rest] : [rest, { sql: `${column} is not null`, bound: [], order: byField }];
  }
  const rest = {
    sql: `(${column}, key) ${beyond} (?, ?)`,
    bound: [encode(after.value), after.key],
    order: byField,
  };
  return order.descending ? [rest, undefinedOnes] : [rest];
}

const isUndefined = (value: Scalar | undefined): value is undefined => value === undefined || value === null;
