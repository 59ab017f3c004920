import { type KeyWrap, OtherMasterKey } from '../../ports/identity/key-wrap.js';
import type { Entry, OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';
import { DATA_KEY, type KeyDocument } from './key-documents.js';

const STEPS = 5_000;
const AT_ONCE = 200;

interface Wraps {
  readonly from: KeyWrap;
  readonly to: KeyWrap;
}

export interface Rewrapped {
  readonly wrapped: number;
  /** Documents that were under the new key before. */
  readonly before: number;
}

function opened(wrap: KeyWrap, purpose: string, wrapped: string): Buffer | undefined {
  try {
    return wrap.unwrap(purpose, wrapped);
  } catch {
    return undefined;
  }
}

/** The document under the new master key; undefined: it is already, or it was ended. @throws OtherMasterKey */
function underNewKey(
  { key: { tenantId, id }, value }: Entry<KeyDocument>,
  { from, to }: Wraps,
): KeyDocument | undefined {
  const purpose = `${tenantId}/${id}`;
  const [name, wrapped] = value.tree === undefined ? (['key', value.key] as const) : (['tree', value.tree] as const);
  if (wrapped === undefined || opened(to, purpose, wrapped)) return undefined;
  const plain = opened(from, purpose, wrapped);
  if (plain) return { [name]: to.wrap(purpose, plain) };
  throw new OtherMasterKey(
    `The master key does not open the key ${id} of the tenant ${tenantId} in the operational store. Set the MASTER_KEY of that time.`,
  );
}

/** Wraps every key of data with another master key. Interrupted, it goes on when it runs again. @throws OtherMasterKey */
export async function rewrapKeys(operations: OperationalStore, wraps: Wraps): Promise<Rewrapped> {
  let [wrapped, before] = [0, 0];
  for (let after: OperationalKey | undefined; ; ) {
    const { entries, next } = await operations.scan([DATA_KEY], STEPS, after);
    for (let i = 0; i < entries.length; i += AT_ONCE) {
      const some = entries.slice(i, i + AT_ONCE) as readonly Entry<KeyDocument>[];
      await Promise.all(
        some.map(async (entry) => {
          const value = underNewKey(entry, wraps);
          if (value === undefined) before++;
          else if (await operations.put(entry.key, value, { expected: entry.revision })) wrapped++;
          else throw new Error(`The key ${entry.key.id} was changed meanwhile: stop the service, and run it again.`);
        }),
      );
    }
    if (!next) return { wrapped, before };
    after = next;
  }
}

/** @throws OtherMasterKey when neither opens the first keys of the store */
export async function proveKeys(operations: OperationalStore, wraps: Wraps): Promise<void> {
  for (let after: OperationalKey | undefined; ; ) {
    const { entries, next } = await operations.scan([DATA_KEY], STEPS, after);
    const [first] = entries as readonly Entry<KeyDocument>[];
    if (first) underNewKey(first, wraps);
    if (first || !next) return;
    after = next;
  }
}
