import { createHash, hash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DAY, epochMs, type Instant } from '../../kernel/instant.js';
import { ChunkBuffers } from '../../lib/chunk-buffers.js';
import type { Clock } from '../../ports/process/clock.js';
import { BLOB_CHUNK, type Blobs, type StoredBytes } from '../../ports/stores/blobs.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import { blobName, tenantFolder } from './blob-name.js';
import { chunksOf, removeFiles, removeOld } from './files.js';

/** `<folder>/<tenant>/<aa>/<digest>`. A file has its name only when it is whole and on the disk. */
export class FileBlobs implements Blobs {
  private readonly incoming: string;

  /**
   * Removes files of writes that stopped over a day ago. A younger file may belong to a running write of another
   * process.
   */
  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
  ) {
    this.incoming = join(folder, 'incoming');
    mkdirSync(this.incoming, { recursive: true, mode: 0o700 });
    const untilMs = epochMs(clock.now()) - DAY;
    for (const name of readdirSync(this.incoming)) removeOld(join(this.incoming, name), untilMs);
  }

  async put(tenantId: string, bytes: Uint8Array): Promise<string> {
    const digest = hash('sha256', bytes);
    await this.keep(this.path(tenantId, digest), (file) => file.writeFile(bytes)).catch(refuse);
    return digest;
  }

  async write(tenantId: string, { digest, read }: StoredBytes): Promise<void> {
    await this.keep(this.path(tenantId, digest), (file) => writeChecked(file, digest, read)).catch(refuse);
  }

  async get(tenantId: string, digest: string): Promise<Uint8Array | undefined> {
    return readFile(this.path(tenantId, digest)).catch((error) => (isAbsent(error) ? undefined : refuse(error)));
  }

  async size(tenantId: string, digest: string): Promise<number | undefined> {
    const found = await stat(this.path(tenantId, digest)).catch((error) =>
      isAbsent(error) ? undefined : refuse(error),
    );
    return found?.size;
  }

  read(tenantId: string, digest: string, buffers?: ChunkBuffers): AsyncIterable<Uint8Array> {
    return chunksOf(this.path(tenantId, digest), refuse, buffers);
  }

  /** A writer renews the file's time before it relies on the file. If the file is gone, it writes the file again. */
  async remove(tenantId: string, digest: string, unusedSince: Instant): Promise<boolean> {
    const path = this.path(tenantId, digest);
    const taken = join(this.incoming, `${tenantId}.${digest}`);
    try {
      if (await isYounger(path, unusedSince)) return false;
      await rename(path, taken).catch((error) => isAbsent(error) || Promise.reject(error));
      if (await isYounger(taken, unusedSince)) {
        await rename(taken, path);
        return false;
      }
      await rm(taken, { force: true });
      return true;
    } catch (error) {
      return refuse(error);
    }
  }

  async removeOf(tenantId: string, most: number): Promise<number> {
    const removed = removeFiles(join(this.folder, tenantFolder(tenantId)), most);
    return removed.catch((error) => (isAbsent(error) ? 0 : refuse(error)));
  }

  private path(tenantId: string, digest: string): string {
    return join(this.folder, blobName(tenantId, digest));
  }

  /** Notes that the file is wanted again; false where it is not there. */
  private touch(path: string): Promise<boolean> {
    const now = new Date(this.clock.now());
    return utimes(path, now, now).then(
      () => true,
      (error) => (isAbsent(error) ? false : Promise.reject(error)),
    );
  }

  /** Also what is there already is made sure of: who wrote it may have died before it was. */
  private async keep(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
    const directory = dirname(path);
    if (!(await this.touch(path))) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const partial = join(this.incoming, randomUUID());
      try {
        await synced(partial, 'wx', write);
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    }
    for (const each of [directory, dirname(directory), this.folder]) await synced(each, 'r');
  }
}

async function synced(path: string, flags: string, work?: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await work?.(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeChecked(file: FileHandle, digest: string, read: StoredBytes['read']): Promise<void> {
  const written = createHash('sha256');
  const buffers = new ChunkBuffers(BLOB_CHUNK, 1);
  for await (const chunk of read(buffers)) {
    written.update(chunk);
    await file.appendFile(chunk);
    buffers.give(chunk);
  }
  if (written.digest('hex') !== digest) throw new Error(`the bytes are not those of ${digest}`);
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const isYounger = (path: string, than: Instant): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs > epochMs(than),
    (error) => (isAbsent(error) ? false : Promise.reject(error)),
  );

function refuse(cause: unknown): never {
  throw new StoreUnavailable(`The blob folder failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
}
