// Runs in the validator's process, which from source knows packages, and files that import nothing, by `.ts`.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { cutText } from '../lib/cut-text.ts';
import { changedNumbers, keepsNumbers } from '../lib/json/exact-numbers.ts';
import { PROTO, storable } from '../lib/storable.ts';
import { member } from '../lib/value-at.ts';
import type { JsonFile, PickedValues, UnstorableMember } from '../ports/stores/large-json.js';
import type { SpoolPlace } from '../ports/stores/spool.js';
import { spoolCipher } from './spool-cipher.ts';

const MOST_MEMBERS = 100;
const CUT_TEXT = 65_536;

/** A value that is to be kept, and its members whose numbers no double keeps. */
export interface NewValue {
  readonly value: unknown;
  readonly changed: readonly UnstorableMember[];
}

/** @throws SyntaxError; RangeError when there is more than a text can hold */
export const readValue = (file: JsonFile): unknown => JSON.parse(readBytes(file).toString());

/** @throws as `readValue` */
export function readNewValue(file: JsonFile): NewValue {
  const { text, suspect } = readSuspect(file);
  const value: unknown = JSON.parse(text);
  return { value, changed: suspect ? changedMembers(suspect) : [] };
}

/** The bytes stay in memory only where a number in them is not kept. */
function readSuspect(file: JsonFile): { readonly text: string; readonly suspect?: Buffer } {
  const bytes = readBytes(file);
  const text = bytes.toString();
  return keepsNumbers(bytes) ? { text } : { text, suspect: bytes };
}

const changedMembers = (bytes: Buffer): readonly UnstorableMember[] =>
  changedNumbers(bytes, MOST_MEMBERS).map((path) => ({ path: path.join('.'), reason: 'number' }));

/** @throws SyntaxError where the file is shorter, or its text not UTF-8 */
function readBytes({ path, key, from, to }: JsonFile): Buffer {
  const kept = Buffer.allocUnsafe(to - from);
  const file = openSync(path, 'r');
  try {
    for (let read = 0; read < kept.length; ) {
      const more = readSync(file, kept, read, kept.length - read, from + read);
      if (more === 0) throw new SyntaxError('The file ends early.');
      read += more;
    }
  } finally {
    closeSync(file);
  }
  const bytes = spoolCipher(key, from).update(kept);
  if (!isUtf8(bytes)) throw new SyntaxError('The text is not UTF-8.');
  return bytes;
}

interface Open {
  readonly container: Readonly<Record<string, unknown>>;
  /** Names of the members of an object; undefined: it is a list. */
  readonly names: readonly string[] | undefined;
  readonly size: number;
  next: number;
}

function opened(value: object): Open {
  const names = Array.isArray(value) ? undefined : Object.keys(value);
  return {
    container: value as Open['container'],
    names,
    size: names?.length ?? (value as readonly unknown[]).length,
    next: 0,
  };
}

/** The path of the member that was last taken of each container. */
const pathOf = (open: readonly Open[]): string =>
  open.map(({ names, next }) => names?.[next - 1] ?? String(next - 1)).join('.');

export interface Inspected {
  readonly depth: number;
  readonly members: readonly UnstorableMember[];
  /** The first texts and numbers, separated by spaces. */
  readonly text: string;
}

/** Looks at every member without recursion. Stops below `maxDepth` and after 100 members that no store keeps. */
export function inspectValue(root: unknown, maxDepth: number, searchedText: number): Inspected {
  const members: UnstorableMember[] = [];
  const texts: string[] = [];
  let length = 0;
  const open: Open[] = typeof root === 'object' && root !== null ? [opened(root)] : [];
  let depth = open.length;
  for (let last = open.at(-1); last && members.length < MOST_MEMBERS; last = open.at(-1)) {
    if (last.next >= last.size) {
      open.pop();
      continue;
    }
    const name = last.names?.[last.next] ?? String(last.next);
    const value = last.container[name];
    last.next++;
    if (last.names && !storable(name)) {
      members.push({ path: open.length > 1 ? pathOf(open.slice(0, -1)) : '', reason: 'characters' });
    } else if (last.names && name === PROTO) members.push({ path: pathOf(open), reason: 'unknown' });
    else if (typeof value === 'string') {
      if (!storable(value)) members.push({ path: pathOf(open), reason: 'characters' });
      if (length < searchedText) texts.push(value);
      length += value.length;
    } else if (typeof value === 'number') {
      if (length < searchedText) length += texts[texts.push(String(value)) - 1]?.length ?? 0;
    } else if (typeof value === 'object' && value !== null) {
      depth = Math.max(depth, open.push(opened(value)));
      if (depth > maxDepth) break;
    }
  }
  return { depth, members, text: cutText(texts.join(' '), searchedText) };
}

/** Writes a value as compact JSON. Undefined: it has more than `maxBytes`. @throws RangeError */
export function writeValue(value: unknown, { path, key }: SpoolPlace, maxBytes: number) {
  const bytes = Buffer.from(JSON.stringify(value));
  if (bytes.length > maxBytes) return undefined;
  writeFileSync(path, spoolCipher(key).update(bytes), { mode: 0o600 });
  return { bytes: bytes.length, digest: createHash('sha256').update(bytes).digest('hex') };
}

/** A value above the bound as a text that differs where the value does. */
function cut(value: unknown, json: string): string {
  const digest = createHash('sha256').update(json).digest('hex');
  const text = typeof value === 'string' ? value : json;
  return `${cutText(text, CUT_TEXT)}… sha256:${digest}`;
}

/** The values at dotted paths, `mostBytes` of them together; a path that leads nowhere is left out. */
export function pickValues(root: unknown, paths: readonly string[], mostBytes: number): PickedValues {
  const values: [string, unknown][] = [];
  let isCut = false;
  let left = mostBytes;
  for (const path of paths) {
    const found = path.split('.').reduce(member, root);
    if (found === undefined) continue;
    const json = JSON.stringify(found);
    const bytes = Buffer.byteLength(json);
    const fits = bytes <= left;
    if (fits) left -= bytes;
    else isCut = true;
    values.push([path, fits ? found : cut(found, json)]);
  }
  return { values, isCut };
}
