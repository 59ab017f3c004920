import { createHash, randomBytes } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { KEY_KINDS } from '../../catalogue/operational/backup-kinds.js';
import type { KeyWrap } from '../../ports/identity/key-wrap.js';
import type { Entry, OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';
import { Differs, Unreadable } from '../shared/failures.js';
import type { LogPlace } from '../shared/stores.js';
import { filesBelow, isAbsent, synced } from './files.js';

const FORMAT = 'tidings-keys-1';
const CHECK = 'backup-check';
const OWNER_ONLY = 0o600;
/** Entries of the operational store that one question goes through. */
const STEPS = 5_000;

export interface KeysHeader extends LogPlace {
  readonly format: typeof FORMAT;
  readonly created_at: string;
  /** A random key under the master key, which proves the master key of a restore. */
  readonly check: string;
}

/** A document of the operational store, or a file of a signing key. Both are wrapped with the master key. */
export type KeyLine = { readonly key: OperationalKey; readonly value: unknown } | KeyFileLine;
interface KeyFileLine {
  readonly file: string;
  readonly text: string;
}

/** Proves that the file is whole. */
interface LastLine {
  readonly keys: number;
  readonly digest: string;
}

export interface KeySources {
  readonly operations: OperationalStore;
  readonly keyFiles: string;
  readonly wrap: KeyWrap;
}

export async function* keyEntries(operations: OperationalStore): AsyncGenerator<Entry, void, undefined> {
  for (let after: OperationalKey | undefined; ; ) {
    const { entries, next } = await operations.scan(KEY_KINDS, STEPS, after);
    yield* entries;
    if (!next) return;
    after = next;
  }
}

async function* keyLines({ operations, keyFiles }: KeySources): AsyncGenerator<KeyLine, void, undefined> {
  for await (const { key, value } of keyEntries(operations)) yield { key, value };
  for await (const file of filesBelow(keyFiles)) {
    const text = file.endsWith('.json') ? textOf(join(keyFiles, file)) : undefined;
    if (text !== undefined) yield { file, text };
  }
}

/** Undefined: the service has dropped the key meanwhile. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Returns the number of keys. The file has its name only when it is whole and on the disk. */
export async function writeKeys(path: string, place: LogPlace, sources: KeySources): Promise<number> {
  const unfinished = `${path}.new`;
  rmSync(unfinished, { force: true });
  const file = openSync(unfinished, 'wx', OWNER_ONLY);
  const hash = createHash('sha256');
  const write = (line: object) => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    writeSync(file, text);
  };
  const check = sources.wrap.wrap(CHECK, randomBytes(32));
  write({ format: FORMAT, created_at: new Date().toISOString(), ...place, check } satisfies KeysHeader);
  let keys = 0;
  for await (const line of keyLines(sources)) {
    write(line);
    keys++;
  }
  write({ keys, digest: hash.copy().digest('hex') } satisfies LastLine);
  fsyncSync(file);
  closeSync(file);
  linkSync(unfinished, path);
  rmSync(unfinished);
  await synced(dirname(path));
  return keys;
}

const linesOf = (path: string) => createInterface({ input: createReadStream(path), crlfDelay: 0 });

/** Reads the whole file. @throws Differs where it is not what was written, Unreadable */
export async function verifyKeys(path: string): Promise<KeysHeader> {
  const hash = createHash('sha256');
  let header: KeysHeader | undefined;
  let [lines, before] = [0, ''];
  for await (const line of linesOf(path)) {
    if (lines === 0) header = headerOf(path, line);
    else hash.update(`${before}\n`);
    [before, lines] = [line, lines + 1];
  }
  const last = parsed<Partial<LastLine>>(before);
  if (!header) throw notKeys(path);
  const isWhole = last?.keys === lines - 2 && last.digest === hash.digest('hex');
  if (!isWhole) throw new Differs(`${path} is not the file that the backup wrote.`);
  return header;
}

/** The keys of a file that is verified. */
export async function* keysIn(path: string): AsyncGenerator<KeyLine, void, undefined> {
  for await (const line of linesOf(path)) {
    const read = parsed<KeyLine>(line);
    if (read && ('key' in read || 'file' in read)) yield read;
  }
}

/** @throws Differs where another master key wrapped the keys */
export function proveMasterKey(path: string, { check }: KeysHeader, wrap: KeyWrap): void {
  try {
    wrap.unwrap(CHECK, check);
  } catch {
    throw new Differs(
      `The master key is not the one that wrapped the keys in ${path}. Set the MASTER_KEY of that time.`,
    );
  }
}

function headerOf(path: string, line: string): KeysHeader {
  const header = parsed<KeysHeader>(line);
  if (header?.format !== FORMAT) throw notKeys(path);
  return header;
}

const notKeys = (path: string) => new Unreadable(`${path} is not a keys file of this version of Tidings.`);

function parsed<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T;
  } catch {
    return undefined;
  }
}
