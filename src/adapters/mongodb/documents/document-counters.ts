import type { Db } from 'mongodb';
import type { Scalar } from '../../../kernel/projection.js';
import type { Condition } from '../../../ports/stores/document-store.js';
import { joined } from '../ids.js';
import type { Model } from './document-model.js';
import type { Entry, Fields, Row } from './document-rows.js';

/** Document before and after a write; undefined where there is none. */
export interface Change {
  readonly tenantId: string;
  readonly before: Fields | undefined;
  readonly after: Fields | undefined;
}

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
  const add = (id: string | undefined, n: 1 | -1) => {
    if (id !== undefined) moved.set(id, (moved.get(id) ?? 0) + n);
  };
  for (const names of model.collection.counters ?? []) {
    const sorted = names.toSorted();
    for (const { tenantId, before, after } of changes) {
      add(before && counterId(tenantId, sorted, before), -1);
      add(after && counterId(tenantId, sorted, after), 1);
    }
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
