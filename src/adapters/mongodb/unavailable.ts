import { MongoError, MongoInvalidArgumentError, MongoParseError, MongoServerError } from 'mongodb';
import { StoreRefused, StoreUnavailable } from '../../ports/stores/event-store.js';
import { isSystemError } from '../../processes/system-error.js';

/**
 * Server codes for a fault of the caller. They mean: bad value, parse, type, illegal operation, unknown command,
 * contradicting options, too large a document.
 */
const OWN_FAULT: ReadonlySet<unknown> = new Set([2, 9, 14, 20, 40, 52, 59, 67, 72, 85, 86, 11_000, 10_334, 17_280]);

/** Server codes for credentials that it refuses: user not found, unauthorized, authentication failed, and that of Atlas. */
const REFUSED: ReadonlySet<unknown> = new Set([11, 13, 18, 8_000]);

function isOwnFault(error: MongoError): boolean {
  if (error instanceof MongoInvalidArgumentError || error instanceof MongoParseError) return true;
  return error instanceof MongoServerError && OWN_FAULT.has(error.code);
}

/**
 * A broken network, an election, or a majority that does not respond in time becomes StoreUnavailable, and refused
 * credentials become StoreRefused. The driver does
 * not wrap every socket error: a write to a reset connection fails with the system error.
 */
export function toStoreError(what: string, error: unknown): unknown {
  if (error instanceof MongoServerError && REFUSED.has(error.code))
    return new StoreRefused(
      `MongoDB refuses the user or the password of READ_STORE_URL: ${error.message.replace(/\.$/, '')}`,
      {
        cause: error,
      },
    );
  const unavailable = isSystemError(error) || (error instanceof MongoError && !isOwnFault(error));
  return unavailable ? new StoreUnavailable(`${what}: ${error.message}`, { cause: error }) : error;
}
