import type { Condition, DocumentStore } from '../../ports/stores/document-store.js';
import type { Refold } from './refold.js';

export interface Tally {
  readonly where: readonly Condition[];
  n: number;
}

/** Counts the documents of each combination of values that a counter covers. */
export function tallies(docs: ReadonlyMap<string, unknown>, { projection }: Refold): readonly Tally[] {
  const found = new Map<string, Tally>();
  for (const names of (projection.counters ?? []) as readonly (readonly string[])[]) {
    for (const doc of docs.values()) {
      const where: Condition[] = [];
      for (const field of names) {
        const value = projection.fields[field]?.(doc);
        if (value !== undefined) where.push({ field, is: '=', value });
      }
      if (where.length < names.length) continue;
      const id = JSON.stringify(where);
      const tally = found.get(id);
      if (tally) tally.n++;
      else found.set(id, { where, n: 1 });
    }
  }
  return [...found.values()];
}

/** Adds up the numbers of the documents by name. */
export function sumsOf(docs: ReadonlyMap<string, unknown>, { projection }: Refold): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const doc of docs.values()) {
    for (const [name, n] of projection.sums?.(doc) ?? []) found.set(name, (found.get(name) ?? 0) + n);
  }
  return found;
}

/** Compares the counters, the sums and the total of each tenant with the documents. */
export async function compareCounters(documents: DocumentStore, refold: Refold): Promise<string[]> {
  const wrong: string[] = [];
  for (const [tenantId, docs] of refold.tenants) {
    const reader = documents.reader<unknown>(refold.projection, tenantId);
    for (const { where, n } of [{ where: [], n: docs.size }, ...tallies(docs, refold)]) {
      const said = await reader.count({ where });
      if (said !== n) {
        wrong.push(`${refold.projection.name} ${tenantId} counts ${said} of ${JSON.stringify(where)}, expected ${n}`);
      }
    }
    for (const [name, n] of sumsOf(docs, refold)) {
      const said = await reader.sum(name);
      if (said !== n) wrong.push(`${refold.projection.name} ${tenantId} sums ${name} up to ${said}, expected ${n}`);
    }
  }
  return wrong;
}
