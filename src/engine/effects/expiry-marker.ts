import type { OperationalKind } from '../../catalogue/retention.js';
import type { Instant } from '../../kernel/instant.js';
import type { Entry, OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';

const KIND = 'expiry' satisfies OperationalKind;
const SLICE = 200;

interface Marked {
  readonly kind: string;
  readonly id: string;
  readonly revision: number;
}

/**
 * Stores when an entry ends whose own `due` has another meaning. The entry ends only at that revision: a later change
 * keeps it and marks it again. Call this before the put that makes the revision, so that no entry stays unmarked.
 */
export async function markExpiry(
  operations: OperationalStore,
  { tenantId, kind, id }: OperationalKey,
  revision: number,
  due: Instant,
  /** Leaves a marker that exists as it is. */
  { onlyFirst = false }: { readonly onlyFirst?: boolean } = {},
): Promise<void> {
  const marked: Marked = { kind, id, revision };
  const options = { due, relaxed: true, ...(onlyFirst ? { expected: 0 } : {}) } as const;
  await operations.put({ tenantId, kind: KIND, id: `${kind}/${id}` }, marked, options);
}

/** Removes entries whose marker is due, a slice at a time. Returns the number of entries. */
export async function removeExpired(operations: OperationalStore, now: Instant): Promise<number> {
  for (let removed = 0; ; ) {
    const slice = await operations.due<Marked>(KIND, now, SLICE);
    const ended = await Promise.all(slice.map((entry) => end(operations, entry)));
    removed += ended.filter(Boolean).length;
    if (slice.length < SLICE) return removed;
  }
}

async function end(operations: OperationalStore, { key, value, revision }: Entry<Marked>): Promise<boolean> {
  const { tenantId } = key;
  const isEnded = await operations.remove({ tenantId, kind: value.kind, id: value.id }, value.revision, {
    relaxed: true,
  });
  await operations.remove(key, revision, { relaxed: true });
  return isEnded;
}
