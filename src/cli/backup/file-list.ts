import { closeSync, createReadStream, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Differs, Unreadable } from '../shared/failures.js';
import { type CopiedFile, digestOf } from './files.js';
import { FILES, type Manifest } from './manifest.js';

/** `sha256sum -c files.sha256` reads the list too. */
const LINE = /^([0-9a-f]{64}) {2}((?:log\.db|operational\.db|(?:blobs|assets)\/[^\n]+))$/;

export interface ListedFile {
  readonly digest: string;
  readonly path: string;
}

/** The list of the files of a backup, a line each. */
export class FileList {
  readonly total = { files: 0, bytes: 0 };
  private readonly file: number;

  constructor(private readonly folder: string) {
    this.file = openSync(join(folder, FILES), 'wx');
  }

  add(path: string, { bytes, digest }: CopiedFile): void {
    writeSync(this.file, `${digest}  ${path}\n`);
    this.total.files++;
    this.total.bytes += bytes;
  }

  /** Digest of the list. */
  async end(): Promise<string> {
    fsyncSync(this.file);
    closeSync(this.file);
    return (await digestOf(join(this.folder, FILES))).digest;
  }
}

/** The files of a backup, in the order in which they were copied. @throws Unreadable */
export async function* listedFiles(folder: string): AsyncGenerator<ListedFile, void, undefined> {
  const path = join(folder, FILES);
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [, digest, file] = LINE.exec(line) ?? [];
    const isInside = file !== undefined && !file.split('/').includes('..');
    if (digest === undefined || !isInside) throw new Unreadable(`${path} has a line that names no file of a backup.`);
    yield { digest, path: file };
  }
}

/**
 * Reads every file of a backup and compares it with the list, and the list with the manifest.
 * @throws Differs that names the file
 */
export async function verifyFiles(
  folder: string,
  { list, files }: Pick<Manifest, 'list' | 'files'>,
  progress: (read: number, of: number) => void,
): Promise<void> {
  const path = join(folder, FILES);
  if (!existsSync(path)) throw new Differs(`${path} is missing.`);
  if ((await digestOf(path)).digest !== list) throw new Differs(`${path} is not the one that the backup wrote.`);
  let read = 0;
  for await (const each of listedFiles(folder)) {
    const file = join(folder, each.path);
    if (!existsSync(file)) throw new Differs(`${file} is missing.`);
    if ((await digestOf(file)).digest !== each.digest)
      throw new Differs(`${file} is not the one that the backup wrote.`);
    progress(++read, files);
  }
}
