const MEMBERS_AT_ONCE = 10_000;
/** A container of at most so many texts, numbers and the like is written at once. */
const FLAT_MEMBERS = 16;

interface Open {
  readonly container: Readonly<Record<string, unknown>>;
  /** The names of an object's members; undefined for a list. */
  readonly names: readonly string[] | undefined;
  readonly size: number;
  written: number;
}

const isFlat = (container: object): boolean =>
  Object.values(container).every((each) => typeof each !== 'object' || each === null);

/** The UTF-8 bytes that `JSON.stringify` makes of a value parsed from JSON, in slices of a few milliseconds. */
export function* jsonSlices(root: unknown, membersAtOnce: number = MEMBERS_AT_ONCE): Generator<void, Buffer> {
  const parts: Buffer[] = [];
  const open: Open[] = [];
  let text = '';

  function write(value: unknown): void {
    if (typeof value !== 'object' || value === null) {
      text += JSON.stringify(value);
      return;
    }
    const names = Array.isArray(value) ? undefined : Object.keys(value);
    const size = names?.length ?? (value as readonly unknown[]).length;
    if (size <= FLAT_MEMBERS && isFlat(value)) {
      text += JSON.stringify(value);
      return;
    }
    text += names ? '{' : '[';
    open.push({ container: value as Open['container'], names, size, written: 0 });
  }

  write(root);
  for (let members = 1, last = open.at(-1); last; last = open.at(-1), members++) {
    if (last.written === last.size) {
      text += last.names ? '}' : ']';
      open.pop();
      continue;
    }
    if (last.written > 0) text += ',';
    const name = last.names?.[last.written] ?? String(last.written);
    if (last.names) text += `${JSON.stringify(name)}:`;
    last.written++;
    write(last.container[name]);
    if (members % membersAtOnce !== 0) continue;
    parts.push(Buffer.from(text));
    text = '';
    yield;
  }
  parts.push(Buffer.from(text));
  return Buffer.concat(parts);
}
