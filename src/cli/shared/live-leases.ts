import { setTimeout as pause } from 'node:timers/promises';
import type { LeaseRecord } from '../../engine/effects/lease-record.js';
import { SECOND } from '../../kernel/instant.js';
import { NO_TENANT } from '../../kernel/stream.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';

/** A holder renews its lease in less. */
const LOOK_MS = 3 * SECOND;
const MOST = 1_000;

export interface SeenLease {
  /** Name of the process; empty where the lease was given back. */
  readonly owner: string;
  readonly isRenewed: boolean;
}

/** The leases by name. Takes 3 s: a record alone does not say whether its holder is alive. */
export async function seenLeases(operations: OperationalStore): Promise<ReadonlyMap<string, SeenLease>> {
  const before = new Map((await leases(operations)).map(({ key, revision }) => [key.id, revision]));
  await pause(LOOK_MS);
  return new Map(
    (await leases(operations)).map(({ key, value: { owner }, revision }) => [
      key.id,
      { owner, isRenewed: owner !== '' && revision !== before.get(key.id) },
    ]),
  );
}

const leases = (operations: OperationalStore) => operations.list<LeaseRecord>(NO_TENANT, 'lease', '', MOST);
