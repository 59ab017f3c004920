import { ErrorType } from '@kurrent/kurrentdb-client';
import { StoreRefused, StoreUnavailable } from '../../ports/stores/event-store.js';

/** The store said nothing for too long. */
export class Silence extends Error {}

/** Part of a deadline after which silence counts as a failure; the rest is for another attempt on a new connection. */
export const PATIENCE = 0.4;

interface Failure {
  readonly type?: string;
  readonly code?: number;
  readonly message?: string;
}

const failure = (error: unknown): Failure => (typeof error === 'object' && error !== null ? error : {});

export const isOfType = (error: unknown, type: ErrorType): boolean => failure(error).type === type;

/** The server gave up on an append, or dropped it because the same append was in progress. A retry finds the result. */
export const isGivenUp = (error: unknown): boolean =>
  isOfType(error, ErrorType.DEADLINE_EXCEEDED) || isOfType(error, ErrorType.TIMEOUT);

const INVALID_ARGUMENT = 3;

export const isInvalidArgument = (error: unknown): boolean => failure(error).code === INVALID_ARGUMENT;

/** The server reports a record above its hard limit by its message alone. */
export const isTooLarge = (error: unknown): boolean =>
  isOfType(error, ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED) || /record is too big/i.test(failure(error).message ?? '');

/** `PERMISSION_DENIED` and `UNAUTHENTICATED` of gRPC. The client gives only some of them a type. */
const REFUSED = [7, 16];

const isRefusal = (error: unknown): boolean =>
  isOfType(error, ErrorType.ACCESS_DENIED) || REFUSED.includes(failure(error).code ?? 0);

/** The client's own messages may be empty. */
export function unavailable(doing: string, cause: unknown): StoreUnavailable {
  if (isRefusal(cause))
    return new StoreRefused('The event store refuses the user or the password of EVENT_STORE_URL', { cause });
  const { type, code, message } = failure(cause);
  const said = [type, code === undefined ? undefined : `code ${code}`, message].filter((part) => part).join(', ');
  return new StoreUnavailable(`${doing}: ${said || 'the event store failed without a message'}`, { cause });
}

/** Rejects with Silence when the promise takes longer. A later result of the promise is dropped. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, fail) => {
    const timer = setTimeout(() => fail(new Silence(`nothing was answered within ${ms} ms`)), ms);
    promise.then(resolve, fail).finally(() => clearTimeout(timer));
  });
}
