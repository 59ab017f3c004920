import { type FieldErrors, memberPath } from '../../kernel/rejection.js';
import { PROTO, storable } from '../../lib/storable.js';

const MEMBERS_AT_ONCE = 5_000;
/** In a JSON text in UTF-8, NUL and lone surrogates can only stand as escapes. `_` has an escape of this kind, too. */
const ESCAPE = '\\u';

/** Whether a JSON text in UTF-8 can have anything that no store keeps; most have not. */
export const mayBeUnstorable = (bytes: Buffer): boolean => bytes.includes(ESCAPE) || bytes.includes(PROTO);

/** A container whose own members are inspected; then each container in it is. */
interface Open {
  readonly container: object;
  /** Names of the members of an object; undefined: it is a list. */
  readonly names: readonly string[] | undefined;
  readonly size: number;
  readonly parent: Open | undefined;
  /** Its name in the parent. */
  readonly name: string | number;
  next: number;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

function opened(container: object, name: string | number, parent?: Open): Open {
  const names = Array.isArray(container) ? undefined : Object.keys(container);
  const size = names?.length ?? (container as readonly unknown[]).length;
  return { container, names, size, parent, name, next: 0 };
}

const nameOf = ({ names }: Open, n: number): string | number => (names ? (names[n] as string) : n);

const memberOf = ({ container }: Open, name: string | number): unknown =>
  (container as Record<string | number, unknown>)[name];

const pathOf = ({ parent, name }: Open): string => (parent ? memberPath(pathOf(parent), name) : '');

/**
 * Finds NUL, lone surrogates and `__proto__` in what was parsed. Without recursion; stops when the answer could tell
 * no more errors.
 */
export function* inspectStorable(root: unknown, found: FieldErrors): Generator<void, void> {
  if (typeof root === 'string' && !storable(root)) found.add('', 'errors.field.characters');
  if (!isContainer(root)) return;
  let members = 0;
  let open: Open | undefined = opened(root, '');
  yield* inspectOwn(open, found);
  while (open && !found.isFull) {
    if (open.next >= open.size) {
      open = open.parent;
      continue;
    }
    if (++members % MEMBERS_AT_ONCE === 0) yield;
    const name = nameOf(open, open.next++);
    const value = memberOf(open, name);
    if (!isContainer(value) || name === PROTO || (open.names && !storable(name as string))) continue;
    const child: Open = opened(value, name, open);
    if (child.size === 0) continue;
    if (child.size < MEMBERS_AT_ONCE) inspectMembers(child, 0, child.size, found);
    else yield* inspectOwn(child, found);
    open = child;
  }
}

/** The names and the texts of a container. */
function* inspectOwn(open: Open, found: FieldErrors): Generator<void, void> {
  for (let from = 0; from < open.size; from += MEMBERS_AT_ONCE) {
    inspectMembers(open, from, Math.min(from + MEMBERS_AT_ONCE, open.size), found);
    yield;
  }
}

function inspectMembers(open: Open, from: number, to: number, found: FieldErrors): void {
  for (let n = from; n < to && !found.isFull; n++) {
    const name = nameOf(open, n);
    const value = memberOf(open, name);
    if (open.names && !storable(name as string)) found.add(pathOf(open), 'errors.field.characters');
    else if (name === PROTO) found.add(memberPath(pathOf(open), name), 'errors.field.unknown');
    else if (typeof value === 'string' && !storable(value))
      found.add(memberPath(pathOf(open), name), 'errors.field.characters');
  }
}
