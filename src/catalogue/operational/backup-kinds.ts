import type { OperationalKind } from '../retention.js';

/**
 * `keys`: a key, which a backup keeps in its keys file alone. `left out`: it belongs to running processes or is folded
 * from the log.
 */
type InBackup = 'keys' | 'left out';

/** Kinds of entries of the operational store that are not in the folder of a backup. */
const kinds: Readonly<Partial<Record<OperationalKind, InBackup>>> = {
  'data-key': 'keys',
  rate: 'left out',
  lease: 'left out',
  snapshot: 'left out',
  parked: 'left out',
  'parked-event': 'left out',
  'model-task': 'left out',
  signal: 'left out',
  'signal-source': 'left out',
  'model-reader': 'left out',
};

const kindsThatAre = (as: InBackup): readonly OperationalKind[] =>
  Object.entries(kinds).flatMap(([kind, is]) => (is === as ? [kind as OperationalKind] : []));

export const KEY_KINDS = kindsThatAre('keys');
export const NOT_IN_BACKUP = [...KEY_KINDS, ...kindsThatAre('left out')];
