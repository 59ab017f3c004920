import type { Condition, DocumentStore } from '../../ports/document-store.js';
import type { Refold } from './refold.js';

export interface Tally {
  readonly where: readonly Condition[];
  n: number;
}

/** How many documents there are of each combination of values that a counter counts, counted anew. */
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

/** What the counters say against what is counted; also the total, which not every collection keeps. */
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
