import { isUtf8 } from 'node:buffer';
import { limits } from '../../catalogue/limits/limits.js';
import { type FieldError, FieldErrors, memberPath, Rejection } from '../../kernel/rejection.js';
import { layoutOf, parseInSlices } from './sliced-json.js';

/** Larger bodies are read in slices, between which other requests are served. */
const SLICED_BYTES = 65_536;
const MEMBERS_AT_ONCE = 5_000;

const malformed = (error?: FieldError): never => {
  throw new Rejection('errors.body.malformed', error ? [error] : []);
};

function* read(bytes: Buffer): Generator<void, unknown> {
  const value = yield* parse(bytes);
  yield;
  const found = new FieldErrors();
  yield* inspect(value, found);
  found.throwIfAny();
  return value;
}

function* parse(bytes: Buffer): Generator<void, unknown> {
  try {
    const layout = yield* layoutOf(bytes, limits.depth);
    if (layout.depth > limits.depth) return malformed({ path: '', code: 'errors.field.too_deep' });
    return isUtf8(bytes) ? yield* parseInSlices(bytes, layout) : malformed();
  } catch (error) {
    if (error instanceof SyntaxError) return malformed();
    throw error;
  }
}

/**
 * A JSON body in UTF-8, at most 64 containers deep, without what no store keeps: NUL, lone surrogates, `__proto__`.
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

export const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A container whose own members are inspected; then each container in it is. */
interface Open {
  readonly container: object;
  /** Names of the members of an object; undefined: it is a list. */
  readonly names: readonly string[] | undefined;
  readonly path: string;
  next: number;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

function opened(container: object, path: string): Open {
  return { container, names: Array.isArray(container) ? undefined : Object.keys(container), path, next: 0 };
}

const sizeOf = ({ container, names }: Open): number => (names ?? (container as readonly unknown[])).length;

function memberOf({ container, names }: Open, n: number): readonly [name: string | number, value: unknown] {
  const name = names ? (names[n] as string) : n;
  return [name, (container as Record<string | number, unknown>)[name]];
}

/** Without recursion; stops when the answer could tell no more errors. */
function* inspect(root: unknown, found: FieldErrors): Generator<void, void> {
  if (typeof root === 'string' && !storable(root)) found.add('', 'errors.field.characters');
  if (!isContainer(root)) return;
  let members = 0;
  const open = [opened(root, '')];
  yield* inspectOwn(open[0] as Open, found);
  for (let last = open.at(-1); last && !found.isFull; last = open.at(-1)) {
    if (last.next >= sizeOf(last)) {
      open.pop();
      continue;
    }
    if (++members % MEMBERS_AT_ONCE === 0) yield;
    const [name, value] = memberOf(last, last.next++);
    if (!isContainer(value) || name === '__proto__' || (last.names && !storable(name as string))) continue;
    const child = opened(value, memberPath(last.path, name));
    yield* inspectOwn(child, found);
    open.push(child);
  }
}

/** The names and the texts of a container. */
function* inspectOwn(open: Open, found: FieldErrors): Generator<void, void> {
  const { names, path } = open;
  const size = sizeOf(open);
  for (let n = 0; n < size; n++) {
    if (found.isFull) return;
    if ((n + 1) % MEMBERS_AT_ONCE === 0) yield;
    const [name, value] = memberOf(open, n);
    if (names && !storable(name as string)) found.add(path, 'errors.field.characters');
    else if (name === '__proto__') found.add(memberPath(path, name), 'errors.field.unknown');
    else if (typeof value === 'string' && !storable(value))
      found.add(memberPath(path, name), 'errors.field.characters');
  }
}
