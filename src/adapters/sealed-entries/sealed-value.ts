import { type DataKeys, type KeySubject, keyIdOf, type Opened, type Sealed } from '../../ports/stores/data-keys.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import type { Entry, OperationalKey } from '../../ports/stores/operational-store.js';

export const TENANT: readonly [KeySubject] = [{ kind: 'tenant' }];
const TENANT_KEY = keyIdOf(TENANT[0]);

/** A value as it is stored. */
export interface SealedValue {
  readonly sealed: Sealed;
}

/** Values of earlier versions are stored in clear. */
const isSealed = (value: unknown): value is SealedValue =>
  typeof value === 'object' && value !== null && (value as Partial<SealedValue>).sealed?.k === TENANT_KEY;

const boundTo = ({ kind, id }: Pick<OperationalKey, 'kind' | 'id'>): string => `entry:${kind}/${id}`;

/** @throws Error when the key of the tenant is not prepared */
export const sealValue = (keys: DataKeys, { tenantId, kind, id }: OperationalKey, value: unknown): SealedValue => ({
  sealed: keys.seal(tenantId, TENANT[0], JSON.stringify(value), boundTo({ kind, id })),
});

/** Tenants whose key must be loaded before these entries are opened, each once. */
export function tenantsToLoad(keys: DataKeys, entries: readonly Entry[]): ReadonlySet<string> {
  const tenants = new Set<string>();
  for (const { key, value } of entries)
    if (isSealed(value) && !keys.has(key.tenantId, TENANT_KEY)) tenants.add(key.tenantId);
  return tenants;
}

export const loadTenant = (keys: DataKeys, tenantId: string): Promise<void> => keys.load(tenantId, [TENANT_KEY]);

/**
 * The entry with its value in clear. undefined: the key was ended with its tenant, so that there is no such entry any more.
 * @throws StoreUnavailable when the key is lost, or the value was changed
 */
export function openEntry<V>(keys: DataKeys, entry: Entry<V>): Entry<V> | undefined {
  const { key, value } = entry;
  if (!isSealed(value)) return entry;
  const opened = open(keys, key, value);
  if (opened.state === 'open') return { ...entry, value: JSON.parse(opened.text) };
  if (opened.state === 'erased') return undefined;
  throw new StoreUnavailable(
    `The key of the tenant ${key.tenantId}, which sealed an entry of ${key.kind}, is ${opened.state}.`,
  );
}

function open(keys: DataKeys, key: OperationalKey, { sealed }: SealedValue): Opened {
  try {
    return keys.open(key.tenantId, sealed, boundTo(key));
  } catch (cause) {
    throw new StoreUnavailable(`An entry of ${key.kind} of the tenant ${key.tenantId} is damaged.`, { cause });
  }
}
