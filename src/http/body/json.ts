import { isUtf8 } from 'node:buffer';
import { limits } from '../../catalogue/limits/limits.js';
import { type FieldError, FieldErrors, memberPath, Rejection } from '../../kernel/rejection.js';
import { PROTO, storable } from '../../lib/storable.js';

const TOO_DEEP: FieldError = { path: '', code: 'errors.field.too_deep' };
const TOO_MANY: FieldError = { path: '', code: 'errors.field.too_many', details: { max: limits.bodyMembers } };

/** In a JSON text in UTF-8, NUL and lone surrogates can only be written as escapes. `_` has an escape of this kind, too. */
const ESCAPE = '\\u';
const [SPACE, QUOTE, COMMA, BACKSLASH] = [0x20, 0x22, 0x2c, 0x5c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

const malformed = (...errors: readonly FieldError[]): never => {
  throw new Rejection('errors.body.malformed', errors);
};

/** Where the text ends that begins at the quote `at`. */
function endOfText(bytes: Buffer, at: number): number {
  let i = at + 1;
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
  return i;
}

/** Counts levels and members before anything is built of them. @throws Rejection 400 */
function refuseTooMuch(bytes: Buffer): void {
  let [depth, members, mayBeEmpty] = [0, 0, false];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    const isEnd = byte === LIST_END || byte === OBJECT_END;
    if (mayBeEmpty && byte > SPACE) {
      if (!isEnd) members++;
      mayBeEmpty = false;
    }
    if (byte === QUOTE) i = endOfText(bytes, i);
    else if (byte === COMMA) members++;
    else if (byte === LIST || byte === OBJECT) {
      mayBeEmpty = true;
      depth++;
    } else if (isEnd && --depth < 0) malformed();
    if (depth > limits.depth) malformed(TOO_DEEP);
    if (members > limits.bodyMembers) malformed(TOO_MANY);
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return malformed();
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Finds NUL, lone surrogates and `__proto__`: first in the container itself, then in the containers in it. */
function inspect(container: object, path: string, found: FieldErrors): void {
  const containers: (readonly [object, string])[] = [];
  for (const name of Object.keys(container)) {
    const value = (container as Record<string, unknown>)[name];
    if (!storable(name)) found.add(path, 'errors.field.characters');
    else if (name === PROTO) found.add(memberPath(path, name), 'errors.field.unknown');
    else if (isContainer(value)) containers.push([value, name]);
    else if (typeof value === 'string' && !storable(value))
      found.add(memberPath(path, name), 'errors.field.characters');
  }
  for (const [value, name] of containers) if (!found.isFull) inspect(value, memberPath(path, name), found);
}

/**
 * A JSON body in UTF-8, of bounded depth and members, without what no store keeps: NUL, lone surrogates, `__proto__`.
 * @throws Rejection 400 with the path
 */
export function readJson(bytes: Buffer): unknown {
  refuseTooMuch(bytes);
  const value = isUtf8(bytes) ? parse(bytes) : malformed();
  if (!bytes.includes(ESCAPE) && !bytes.includes(PROTO)) return value;
  const found = new FieldErrors();
  if (isContainer(value)) inspect(value, '', found);
  else if (typeof value === 'string' && !storable(value)) found.add('', 'errors.field.characters');
  found.throwIfAny();
  return value;
}
