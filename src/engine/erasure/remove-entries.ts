import type { Entry, OperationalStore } from '../../ports/stores/operational-store.js';

const PAGE = 100;

interface Range {
  readonly tenantId: string;
  readonly kind: string;
  readonly prefix: string;
}

/** Removes one tenant's entries of a kind whose id starts with `prefix`; `first` comes before the removal of each. */
export function removeEntries<V>(
  operations: OperationalStore,
  range: Range,
  first?: (entry: Entry<V>) => Promise<unknown>,
): Promise<void> {
  return removeSome(operations, range, () => true, first);
}

/** The same for those entries alone for which `isWanted` is true. */
export async function removeSome<V>(
  operations: OperationalStore,
  { tenantId, kind, prefix }: Range,
  isWanted: (entry: Entry<V>) => boolean,
  first?: (entry: Entry<V>) => Promise<unknown>,
): Promise<void> {
  for (let after: string | undefined; ; ) {
    const page = await operations.list<V>(tenantId, kind, prefix, PAGE, after);
    const wanted = page.filter(isWanted);
    if (first) for (const entry of wanted) await first(entry);
    await Promise.all(wanted.map(({ key }) => operations.remove(key, undefined, { relaxed: true })));
    after = page.at(-1)?.key.id;
    if (page.length < PAGE) return;
  }
}
