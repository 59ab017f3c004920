import { MongoError, MongoInvalidArgumentError, MongoParseError, MongoServerError } from 'mongodb';
import { StoreUnavailable } from '../../ports/event-store.js';

/**
 * Server codes that say the caller is wrong, not the server: bad value, parse, type, illegal operation, no such command,
 * options that contradict, a document too large.
 */
const OWN_FAULT: ReadonlySet<unknown> = new Set([2, 9, 14, 20, 40, 52, 59, 67, 72, 85, 86, 11_000, 10_334, 17_280]);

function isOwnFault(error: MongoError): boolean {
  if (error instanceof MongoInvalidArgumentError || error instanceof MongoParseError) return true;
  return error instanceof MongoServerError && OWN_FAULT.has(error.code);
}

/** A network that broke, an election, a majority that did not answer in time: the port has one word for all of them. */
export const told = (what: string, error: unknown): unknown =>
  error instanceof MongoError && !isOwnFault(error)
    ? new StoreUnavailable(`${what}: ${error.message}`, { cause: error })
    : error;
