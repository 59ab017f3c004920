import { smallest } from '../../lib/append-all.js';

/** Containers whose text is longer are parsed in parts, each by `JSON.parse`. */
const PART_BYTES = 32_768;
const BYTES_AT_ONCE = 262_144;

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

export interface LayoutBounds {
  /** Levels of containers. */
  readonly depth: number;
  /** Members of all objects and items of all lists. */
  readonly members: number;
}

export interface Layout {
  /** How deep the containers go; reading stops beyond the bound. */
  readonly depth: number;
  /** Reading stops beyond the bound. */
  readonly members: number;
  /** Where each container longer than a part begins and ends. */
  readonly large: ReadonlyMap<number, number>;
}

const notJson = (): never => {
  throw new SyntaxError('The text is not JSON.');
};

/** Behind the text that begins at the quote `at`. */
function behindText(bytes: Uint8Array, at: number): number {
  let i = at + 1;
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
  return i + 1;
}

/** Finds the containers of a JSON text without recursion and before anything is built. @throws SyntaxError */
export function* layoutOf(bytes: Uint8Array, most: LayoutBounds, part = PART_BYTES): Generator<void, Layout> {
  const open: number[] = [];
  const large = new Map<number, number>();
  let depth = 0;
  let members = 0;
  let mayBeEmpty = false;
  let pause = BYTES_AT_ONCE;
  for (let i = 0; i < bytes.length; ) {
    const byte = bytes[i] as number;
    if (mayBeEmpty && byte > SPACE) {
      if (byte !== LIST_END && byte !== OBJECT_END) members++;
      mayBeEmpty = false;
    }
    if (byte === QUOTE) i = behindText(bytes, i);
    else {
      if (byte === COMMA) members++;
      else if (byte === LIST || byte === OBJECT) {
        mayBeEmpty = true;
        depth = Math.max(depth, open.push(i));
      } else if (byte === LIST_END || byte === OBJECT_END) {
        const start = open.pop() ?? notJson();
        if (i - start > part) large.set(start, i);
      }
      i++;
    }
    if (depth > most.depth || members > most.members) break;
    if (i < pause) continue;
    pause = i + BYTES_AT_ONCE;
    yield;
  }
  return { depth, members, large };
}

/** Parses JSON in slices, with the result of `JSON.parse`. @throws SyntaxError */
export function* parseInSlices(bytes: Buffer, { large }: Layout, part = PART_BYTES): Generator<void, unknown> {
  const start = smallest(large.keys(), (each) => each);
  const end = large.get(start);
  if (end === undefined) return JSON.parse(bytes.toString());
  assertAlone(`${bytes.toString('utf8', 0, start)}${STAND_IN}${bytes.toString('utf8', end + 1)}`);
  return yield* new Container(bytes, large, part).read(start, end);
}

/** Stands for a container. Unlike a digit it cannot become a part of a number beside it. */
const STAND_IN = 'null';

/** Around a value stands white space alone. */
function assertAlone(text: string): void {
  if (JSON.parse(text) !== null) notJson();
}

/** Puts members into a list or an object, in their order. */
interface Target {
  readonly value: unknown[] | Record<string, unknown>;
  /** The members that stand in `text`, between brackets of its kind. */
  parts(text: string): void;
  /** `head` is the text before the member: its name and the colon, if it has one. */
  member(head: string, value: unknown): void;
}

function listTarget(): Target {
  const value: unknown[] = [];
  return {
    value,
    parts: (text) => {
      const members = JSON.parse(`[${text}]`) as unknown[];
      if (members.length === 0) notJson();
      for (const each of members) value.push(each);
    },
    member: (head, member) => {
      assertAlone(`${head}${STAND_IN}`);
      value.push(member);
    },
  };
}

function objectTarget(): Target {
  const value: Record<string, unknown> = {};
  const set = (name: string, member: unknown) => {
    if (name !== '__proto__') value[name] = member;
    else Object.defineProperty(value, name, { value: member, enumerable: true, configurable: true, writable: true });
  };
  return {
    value,
    parts: (text) => {
      const members = JSON.parse(`{${text}}`) as Record<string, unknown>;
      const names = Object.keys(members);
      if (names.length === 0) notJson();
      for (const name of names) set(name, members[name]);
    },
    member: (head, member) => {
      const names = Object.keys(JSON.parse(`{${head}${STAND_IN}}`));
      if (names.length !== 1) notJson();
      set(names[0] as string, member);
    },
  };
}

/** A container that is longer than a part. */
class Container {
  constructor(
    private readonly bytes: Buffer,
    private readonly large: Layout['large'],
    private readonly part: number,
  ) {}

  *read(start: number, end: number): Generator<void, unknown> {
    const isList = this.bytes[start] === LIST;
    if (this.bytes[end] !== (isList ? LIST_END : OBJECT_END)) notJson();
    const target = isList ? listTarget() : objectTarget();
    let [from, comma, depth] = [start + 1, -1, 0];
    let isBehindLarge = false;
    for (let i = start + 1; i < end; ) {
      const byte = this.bytes[i];
      const largeEnd = depth === 0 && (byte === LIST || byte === OBJECT) ? this.large.get(i) : undefined;
      if (largeEnd !== undefined) {
        if (isBehindLarge) notJson();
        if (comma >= from) target.parts(this.text(from, comma));
        const head = this.text(Math.max(from, comma + 1), i);
        target.member(head, yield* this.read(i, largeEnd));
        from = largeEnd + 1;
        isBehindLarge = true;
        i = from;
        continue;
      }
      if (byte === QUOTE) {
        i = behindText(this.bytes, i);
        continue;
      }
      if (byte === LIST || byte === OBJECT) depth++;
      else if (byte === LIST_END || byte === OBJECT_END) depth--;
      else if (byte === COMMA && depth === 0) {
        if (isBehindLarge) assertAlone(`${STAND_IN}${this.text(from, i)}`);
        else if (i - from >= this.part) target.parts(this.text(from, i));
        else {
          comma = i;
          i++;
          continue;
        }
        isBehindLarge = false;
        comma = i;
        from = i + 1;
        yield;
      }
      i++;
    }
    this.finish(target, this.text(from, end), isBehindLarge, comma);
    return target.value;
  }

  private finish(target: Target, rest: string, isBehindLarge: boolean, comma: number): void {
    if (isBehindLarge) assertAlone(`${STAND_IN}${rest}`);
    else if (comma >= 0 || rest.trim() !== '') target.parts(rest);
    else JSON.parse(`[${rest}]`);
  }

  private text(from: number, to: number): string {
    return this.bytes.toString('utf8', from, to);
  }
}
