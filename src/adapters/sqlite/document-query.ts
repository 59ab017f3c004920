import type { Scalar } from '../../kernel/projection.js';
import type { Condition, Query } from '../../ports/document-store.js';
import { encode, type Table, type Value } from './document-table.js';

/** A piece of SQL with what is bound to it. */
export interface Clause {
  readonly sql: string;
  readonly bound: readonly Value[];
}

/** A run of documents in order. A page is filled from one run after the other. */
export interface Run extends Clause {
  readonly order: string;
}

export function conditions(table: Table, tenant: number, where: readonly Condition[] = []): Clause {
  const clauses = where.map((condition) => conditionSql(table, condition));
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
 * Undefined sorts before every defined value (SQLite's order of NULL). No comparison with a value finds
 * it, so where the page goes on among defined ones, the undefined are a run of their own, and the other way round.
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
