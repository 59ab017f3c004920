import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, open, opendir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export const FOLDER_MODE = 0o700;
/** The umask of a backup and a restore. */
export const OWNER_ONLY = 0o077;
/** Writes that are under way. */
const INCOMING = 'incoming';
const AT_ONCE = 16;
/** A volume may have this folder, which its user cannot read. */
const LOST_AND_FOUND = 'lost+found';

export interface CopiedFile {
  readonly bytes: number;
  /** SHA-256 in hex. */
  readonly digest: string;
}

export const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Paths of the files below a folder, relative to it. A file that goes meanwhile may be among them. */
export async function* filesBelow(folder: string, below = folder): AsyncGenerator<string, void, undefined> {
  if (!existsSync(below)) return;
  const names = await opendir(below).catch((error) => (isAbsent(error) ? [] : Promise.reject(error)));
  for await (const entry of names) {
    const path = join(below, entry.name);
    if (entry.isFile()) yield relative(folder, path).replaceAll(sep, '/');
    else if (entry.isDirectory() && !(below === folder && entry.name === INCOMING)) yield* filesBelow(folder, path);
  }
}

/** Copies a file durably. Undefined: it is gone. */
export async function copyFile(from: string, to: string): Promise<CopiedFile | undefined> {
  const source = await open(from, 'r').catch((error) => (isAbsent(error) ? undefined : Promise.reject(error)));
  if (!source) return undefined;
  await mkdir(dirname(to), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(source.createReadStream(), measured, createWriteStream(to, { flags: 'wx', flush: true }));
  return { bytes, digest: hash.digest('hex') };
}

/** Work on items, a few at once: a disk makes several files durable in the time of one. */
export async function together<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const item of items) {
    const one = work(item).finally(() => running.delete(one));
    // The race, or the wait for all, throws a failure.
    one.catch(() => {});
    running.add(one);
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
}

export async function digestOf(path: string): Promise<CopiedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, digest: hash.digest('hex') };
}

/** Makes a file, or the names in a folder, outlast a loss of power. */
export async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Makes the names in a folder and in all folders below it outlast a loss of power. */
export async function syncFolders(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for await (const entry of await opendir(folder)) {
    if (entry.isDirectory() && entry.name !== LOST_AND_FOUND) await syncFolders(join(folder, entry.name));
  }
  await synced(folder);
}

/** Names in a folder, without those that an empty one may have. */
export const namesIn = (folder: string, except: readonly string[] = []): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => ![LOST_AND_FOUND, ...except].includes(name)) : [];

export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}
