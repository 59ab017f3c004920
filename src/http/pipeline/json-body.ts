import { isUtf8 } from 'node:buffer';
import { limits } from '../../catalogue/limits/limits.js';
import { type FieldError, FieldErrors, memberPath, Rejection } from '../../kernel/rejection.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Larger bodies are read in slices, between which other requests are served. */
const SLICED_BYTES = 65_536;
const BYTES_AT_ONCE = 262_144;
const MEMBERS_AT_ONCE = 10_000;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const malformed = (error?: FieldError): never => {
  throw new Rejection('errors.body.malformed', error ? [error] : []);
};

/** How deep the containers of a JSON text go, found without recursion and before anything is built. */
function* depthOf(bytes: Uint8Array): Generator<void, number> {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let i = 0; i < bytes.length; i++) {
    if (i % BYTES_AT_ONCE === 0 && i > 0) yield;
    const byte = bytes[i] as number;
    if (inText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (OPENING.has(byte)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.has(byte)) depth--;
  }
  return deepest;
}

function* read(bytes: Buffer): Generator<void, unknown> {
  if (bytes.length > limits.depth && (yield* depthOf(bytes)) > limits.depth) {
    return malformed({ path: '', code: 'errors.field.too_deep' });
  }
  if (!isUtf8(bytes)) return malformed();
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    return malformed();
  }
  yield;
  const found = new FieldErrors();
  yield* inspect(value, found);
  found.throwIfAny();
  return value;
}

/**
 * A JSON body in UTF-8, at most 64 containers deep, without what no store keeps: NUL, lone surrogates, `__proto__`.
 * A body over 64 KiB is read in slices.
 * @throws Rejection 400 with the path
 */
export function readJson(bytes: Buffer): unknown | Promise<unknown> {
  const reading = read(bytes);
  if (bytes.length > SLICED_BYTES) return inSlices(reading);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
  }
}

async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await nextTurn();
  }
}

export const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

interface Open {
  readonly container: object;
  readonly path: string;
}

/** Without recursion; stops when the answer could tell no more errors. */
function* inspect(root: unknown, found: FieldErrors): Generator<void, void> {
  const open: Open[] = [];
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'string' && !storable(value)) found.add(path, 'errors.field.characters');
    else if (typeof value === 'object' && value !== null) open.push({ container: value, path });
  };
  visit(root, '');
  let members = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { container, path } = next;
    const isList = Array.isArray(container);
    const first = open.length;
    for (const key of Object.keys(container)) {
      if (found.isFull) return;
      if (++members % MEMBERS_AT_ONCE === 0) yield;
      if (!isList && !storable(key)) found.add(path, 'errors.field.characters');
      else if (key === '__proto__') found.add(memberPath(path, key), 'errors.field.unknown');
      else {
        const value = (container as Record<string, unknown>)[key];
        if (typeof value === 'string' || (typeof value === 'object' && value !== null))
          visit(value, memberPath(path, key));
      }
    }
    if (open.length - first > 1) reverseFrom(open, first);
  }
}

/** Containers are inspected in their order. */
function reverseFrom(list: Open[], first: number): void {
  for (let a = first, b = list.length - 1; a < b; a++, b--) {
    [list[a], list[b]] = [list[b] as Open, list[a] as Open];
  }
}
