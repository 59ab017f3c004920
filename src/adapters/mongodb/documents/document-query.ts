import type { Filter, Sort } from 'mongodb';
import type { Scalar } from '../../../kernel/projection.js';
import type { Condition, Query } from '../../../ports/stores/document-store.js';
import { type Model, scalar } from './document-model.js';
import type { Row } from './document-rows.js';

/** A run of documents in order. A page is filled from one run after the other. */
export interface Run {
  readonly filter: Filter<Row>;
  readonly sort: Sort;
}

const OPERATORS = { '=': '$eq', '>': '$gt', '>=': '$gte', '<': '$lt', '<=': '$lte' } as const;

/** Tombstones have no tenant, so that no filter made here finds them. */
export const conditions = (
  model: Model,
  tenantId: string,
  where: readonly Condition[] = [],
): readonly Filter<Row>[] => [
  { tenant: { $eq: tenantId } },
  ...where.map((condition) => ({ [model.path(condition.field)]: compared(condition) })),
];

const compared = (condition: Condition): object =>
  condition.is === 'in'
    ? { $in: condition.values.map(scalar) }
    : { [OPERATORS[condition.is]]: scalar(condition.value) };

/**
 * Missing values sort before all others, in MongoDB as in the port, but no comparison with a value finds them. So the
 * missing values and the defined ones are separate runs. Documents with the value of the last document, and documents
 * beyond it, are two runs, because each is one stretch of the index.
 */
export function runs(model: Model, { order, after, offset }: Query): readonly Run[] {
  if (after && offset !== undefined) throw new TypeError('A query has either after or offset, not both.');
  if (!order) return [{ filter: after ? { key: { $gt: after.key } } : {}, sort: { key: 1 } }];
  const path = model.path(order.field);
  const direction = order.descending ? -1 : 1;
  const sort: Sort = { [path]: direction, key: direction };
  if (!after) return [{ filter: {}, sort }];
  const beyond = order.descending ? '$lt' : '$gt';
  const further = { key: { [beyond]: after.key } };
  const run = (filter: Filter<Row>): Run => ({ filter, sort });
  if (isUndefined(after.value)) {
    const rest = run({ [path]: null, ...further });
    return order.descending ? [rest] : [rest, run({ [path]: { $ne: null } })];
  }
  const value = scalar(after.value);
  const rest = [run({ [path]: { $eq: value }, ...further }), run({ [path]: { [beyond]: value } })];
  return order.descending ? [...rest, run({ [path]: null })] : rest;
}

const isUndefined = (value: Scalar | undefined): value is undefined => value === undefined || value === null;
