import type { Entry, OperationalStore } from '../../ports/stores/operational-store.js';

const PAGE = 100;

/** Removes one tenant's entries of a kind whose id starts with `prefix`; `first` comes before the removal of each. */
export async function removeEntries<V>(
  operations: OperationalStore,
  { tenantId, kind, prefix }: { readonly tenantId: string; readonly kind: string; readonly prefix: string },
  first?: (entry: Entry<V>) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const page = await operations.list<V>(tenantId, kind, prefix, PAGE);
    if (first) for (const entry of page) await first(entry);
    await Promise.all(page.map(({ key }) => operations.remove(key, undefined, { relaxed: true })));
    if (page.length < PAGE) return;
  }
}
