import { StoreDamaged, StoreUnavailable } from '../../ports/stores/event-store.js';
import { isDamaged } from './errors.js';

/** Result codes that say the caller is wrong, not the database: bad SQL, constraint, type, misuse, parameter. */
const OWN_FAULT: ReadonlySet<number> = new Set([1, 19, 20, 21, 25]);
const CLOSED = 'ERR_INVALID_STATE';

function isUnavailable(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === CLOSED) return true;
  return error.code === 'ERR_SQLITE_ERROR' && 'errcode' in error && !OWN_FAULT.has(Number(error.errcode) & 0xff);
}

/** Turns failures of the disk, a lock or a closed file into StoreUnavailable. */
export function available<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toStoreError(what, error);
  }
}

export function toStoreError(what: string, error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  const Kind = isDamaged(error) ? StoreDamaged : StoreUnavailable;
  return new Kind(`${what}: ${error.message}`, { cause: error });
}
