import type { Entry, OperationalStore } from '../../ports/stores/operational-store.js';

const PAGE = 100;

interface Range {
  readonly tenantId: string;
  readonly kind: string;
  readonly prefix: string;
}

/** Removes one tenant's entries of a kind whose id starts with `prefix`; `first` comes before the removal of each. */
export async function removeEntries<V>(
  operations: OperationalStore,
  { tenantId, kind, prefix }: Range,
  first?: (entry: Entry<V>) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const page = await operations.list<V>(tenantId, kind, prefix, PAGE);
    if (first) for (const entry of page) await first(entry);
    await Promise.all(page.map(({ key }) => operations.remove(key, undefined, { relaxed: true })));
    if (page.length < PAGE) return;
  }
}

/** The same for those entries alone that `isWanted` says. */
export async function removeSome<V>(
  operations: OperationalStore,
  { tenantId, kind, prefix }: Range,
  isWanted: (entry: Entry<V>) => boolean,
  first?: (entry: Entry<V>) => Promise<unknown>,
): Promise<void> {
  for (let after: string | undefined; ; ) {
    const page = await operations.list<V>(tenantId, kind, prefix, PAGE, after);
    for (const entry of page.filter(isWanted)) {
      await first?.(entry);
      await operations.remove(entry.key, undefined, { relaxed: true });
    }
    after = page.at(-1)?.key.id;
    if (page.length < PAGE) return;
  }
}
