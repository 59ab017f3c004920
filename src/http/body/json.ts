import { isUtf8 } from 'node:buffer';
import { limits } from '../../catalogue/limits/limits.js';
import { type FieldError, FieldErrors, MAX_FIELD_ERRORS, memberPath, Rejection } from '../../kernel/rejection.js';
import { beginsNumber, changedNumbers, endOfNumber, endOfText, isKeptAt } from '../../lib/json/exact-numbers.js';
import { PROTO, storable } from '../../lib/storable.js';

const TOO_DEEP: FieldError = { path: '', code: 'errors.field.too_deep' };
const TOO_MANY: FieldError = { path: '', code: 'errors.field.too_many', details: { max: limits.bodyMembers } };

/** In a JSON text in UTF-8, NUL and lone surrogates can only be written as escapes. `_` has an escape of this kind, too. */
const ESCAPE = '\\u';
const [SPACE, QUOTE, COMMA] = [0x20, 0x22, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

const malformed = (...errors: readonly FieldError[]): never => {
  throw new Rejection('errors.body.malformed', errors);
};

/** Counts levels and members before anything is built of them. Returns whether a double keeps all numbers. @throws Rejection 400 */
function refuseTooMuch(bytes: Buffer): { readonly keepsNumbers: boolean } {
  let [depth, members, mayBeEmpty] = [0, 0, false];
  let keepsNumbers = true;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    const isEnd = byte === LIST_END || byte === OBJECT_END;
    if (mayBeEmpty && byte > SPACE) {
      if (!isEnd) members++;
      mayBeEmpty = false;
    }
    if (byte === QUOTE) i = endOfText(bytes, i);
    else if (byte === COMMA) members++;
    else if (beginsNumber(byte)) {
      const end = endOfNumber(bytes, i);
      keepsNumbers &&= isKeptAt(bytes, i, end);
      i = end - 1;
    } else if (byte === LIST || byte === OBJECT) {
      mayBeEmpty = true;
      depth++;
    } else if (isEnd && --depth < 0) malformed();
    if (depth > limits.depth) malformed(TOO_DEEP);
    if (members > limits.bodyMembers) malformed(TOO_MANY);
  }
  return { keepsNumbers };
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

function inspectNumbers(bytes: Buffer, found: FieldErrors): void {
  for (const path of changedNumbers(bytes, MAX_FIELD_ERRORS)) {
    found.add(path.reduce(memberPath, ''), 'errors.field.number');
  }
}

/**
 * A JSON body in UTF-8 of bounded depth and members. It has no value that stores do not keep: NUL, lone surrogates,
 * `__proto__`, and numbers that a double does not keep.
 * @throws Rejection 400 with the path
 */
export function readJson(bytes: Buffer): unknown {
  const { keepsNumbers } = refuseTooMuch(bytes);
  const value = isUtf8(bytes) ? parse(bytes) : malformed();
  const mayBeUnfit = bytes.includes(ESCAPE) || bytes.includes(PROTO);
  if (keepsNumbers && !mayBeUnfit) return value;
  const found = new FieldErrors();
  if (mayBeUnfit && isContainer(value)) inspect(value, '', found);
  else if (typeof value === 'string' && !storable(value)) found.add('', 'errors.field.characters');
  if (!keepsNumbers) inspectNumbers(bytes, found);
  found.throwIfAny();
  return value;
}
