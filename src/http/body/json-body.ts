import { isUtf8 } from 'node:buffer';
import { limits } from '../../catalogue/limits/limits.js';
import { type FieldError, FieldErrors, Rejection } from '../../kernel/rejection.js';
import { layoutOf, parseInSlices } from './sliced-json.js';
import { inspectStorable, mayBeUnstorable } from './storable-json.js';

/** Larger bodies are read in slices, between which other requests are served. */
const SLICED_BYTES = 65_536;
const TOO_MANY: FieldError = { path: '', code: 'errors.field.too_many', details: { max: limits.bodyMembers } };

const malformed = (error?: FieldError): never => {
  throw new Rejection('errors.body.malformed', error ? [error] : []);
};

function* read(bytes: Buffer): Generator<void, unknown> {
  const value = yield* parse(bytes);
  if (!mayBeUnstorable(bytes)) return value;
  yield;
  const found = new FieldErrors();
  yield* inspectStorable(value, found);
  found.throwIfAny();
  return value;
}

function* parse(bytes: Buffer): Generator<void, unknown> {
  try {
    const layout = yield* layoutOf(bytes, { depth: limits.depth, members: limits.bodyMembers });
    if (layout.depth > limits.depth) return malformed({ path: '', code: 'errors.field.too_deep' });
    if (layout.members > limits.bodyMembers) return malformed(TOO_MANY);
    return isUtf8(bytes) ? yield* parseInSlices(bytes, layout) : malformed();
  } catch (error) {
    if (error instanceof SyntaxError) return malformed();
    throw error;
  }
}

/**
 * A JSON body in UTF-8, of bounded depth and members, without what no store keeps: NUL, lone surrogates, `__proto__`.
 * A body over 64 KiB is read in slices; `inTurn` says when each is done.
 * @throws Rejection 400 with the path
 */
export function readJson(bytes: Buffer, inTurn: <T>(slices: Generator<void, T>) => Promise<T>): unknown {
  const reading = read(bytes);
  if (bytes.length > SLICED_BYTES) return inTurn(reading);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
  }
}
