import type { Db } from 'mongodb';
import type { Scalar } from '../../../kernel/projection.js';
import type { Condition } from '../../../ports/stores/document-store.js';
import { joined } from '../ids.js';
import type { Model } from './document-model.js';
import type { Entry, Fields, Row } from './document-rows.js';

/** Row before and after a write. A row without fields has no document. */
export interface Change {
  readonly tenantId: string;
  readonly before: Counted | undefined;
  readonly after: Counted;
}

type Counted = Pick<Row, 'fields' | 'sums'>;

/** No declared field has this name. */
const SUMS = 'sums_';

export const sumId = (tenantId: string, name: string): string => joined(tenantId, SUMS, name);

/**
 * The counters after the changes, as absolute values, so that writing them twice has the effect of writing them once.
 */
export async function countedRows(
  db: Db,
  model: Model,
  changes: readonly Change[],
  commit: number,
): Promise<readonly Entry[]> {
  const moved = new Map<string, number>();
  const add = (id: string | undefined, n: number) => {
    if (id !== undefined) moved.set(id, (moved.get(id) ?? 0) + n);
  };
  for (const names of model.collection.counters ?? []) {
    const sorted = names.toSorted();
    for (const { tenantId, before, after } of changes) {
      add(before?.fields && counterId(tenantId, sorted, before.fields), -1);
      add(after.fields && counterId(tenantId, sorted, after.fields), 1);
    }
  }
  for (const { tenantId, before, after } of changes) {
    for (const [name, n] of before?.sums ?? []) add(sumId(tenantId, name), -n);
    for (const [name, n] of after.sums ?? []) add(sumId(tenantId, name), n);
  }
  const ids = [...moved].filter(([, n]) => n !== 0).map(([id]) => id);
  if (ids.length === 0) return [];
  const stored = await db
    .collection<Row>(model.counts)
    .find({ _id: { $in: ids } })
    .toArray();
  const known = new Map(stored.map(({ _id, n }) => [_id, n ?? 0]));
  return ids.map((_id) => {
    const n = (known.get(_id) ?? 0) + (moved.get(_id) ?? 0);
    return { into: model.counts, row: { _id, position: commit, n, ...(n === 0 && { gone: new Date() }) } };
  });
}

/** undefined: one of the values is, so the document is not counted here. */
function counterId(tenantId: string, sorted: readonly string[], values: Fields): string | undefined {
  const counted = sorted.map((name) => values[name]);
  return counted.includes(undefined) ? undefined : joined(tenantId, sorted.join(), JSON.stringify(counted));
}

/** The counter that answers these conditions; undefined: no declared list is exactly these equalities. */
export function counterAsked(model: Model, tenantId: string, where: readonly Condition[]): string | undefined {
  const values: Record<string, Scalar> = {};
  for (const condition of where) {
    if (condition.is !== '=' || Object.hasOwn(values, condition.field)) return undefined;
    values[condition.field] = condition.value;
  }
  const sorted = Object.keys(values).sort();
  const declared = (model.collection.counters ?? []).some((names) => names.toSorted().join() === sorted.join());
  return declared ? counterId(tenantId, sorted, values) : undefined;
}
