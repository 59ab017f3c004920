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

/** Compares the counters and the total of each tenant with the documents. */
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
  }
  return wrong;
}
