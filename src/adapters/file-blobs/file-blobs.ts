import { createHash, hash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DAY, epochMs, type Instant } from '../../kernel/instant.js';
import { ChunkBuffers } from '../../lib/chunk-buffers.js';
import type { Clock } from '../../ports/process/clock.js';
import { BLOB_CHUNK, type Blobs, DamagedBlob, type StoredBytes } from '../../ports/stores/blobs.js';
import type { DataKeys } from '../../ports/stores/data-keys.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import { bytesIn, sizeIn } from './blob-file.js';
import { BlobKeys } from './blob-keys.js';
import { blobFolder, blobName, tenantFolder } from './blob-name.js';
import { removeFiles, removeOld } from './files.js';
import { FrameWriter, writeHeader } from './sealed-file.js';

/** `<folder>/<tenant>/<aa>/<name>`, sealed. A file has its name only when it is whole and on the disk. */
export class FileBlobs implements Blobs {
  private readonly incoming: string;
  private readonly keys: BlobKeys;

  /**
   * Removes files of writes that stopped over a day ago. A younger file may belong to a running write of another
   * process.
   */
  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
    keys: DataKeys,
  ) {
    this.keys = new BlobKeys(keys);
    this.incoming = join(folder, 'incoming');
    mkdirSync(this.incoming, { recursive: true, mode: 0o700 });
    const untilMs = epochMs(clock.now()) - DAY;
    for (const name of readdirSync(this.incoming)) removeOld(join(this.incoming, name), untilMs);
  }

  nameOf(tenantId: string, conversationId: string, digest: string): Promise<string> {
    return this.keys.nameOf(tenantId, conversationId, digest);
  }

  put(tenantId: string, conversationId: string, bytes: Uint8Array): Promise<string> {
    const kept = Uint8Array.from(bytes);
    const value = { digest: hash('sha256', kept), bytes: kept.length, read: () => once(kept) };
    return this.write(tenantId, conversationId, value);
  }

  async write(tenantId: string, conversationId: string, value: StoredBytes): Promise<string> {
    tenantFolder(tenantId);
    const name = await this.keys.nameOf(tenantId, conversationId, value.digest);
    const write = async (file: FileHandle) => {
      const { key, sealed } = await this.keys.make(tenantId, conversationId, name, value.bytes);
      await writeHeader(file, { sealed, bytes: value.bytes });
      await writeChecked(new FrameWriter(file, key), value);
    };
    await this.keep(this.path(tenantId, name), write).catch(refuse);
    return name;
  }

  async get(tenantId: string, name: string): Promise<Uint8Array | undefined> {
    const chunks: Uint8Array[] = [];
    const file = await this.open(tenantId, name);
    if (!file) return undefined;
    for await (const chunk of this.chunks(file, tenantId, name)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async size(tenantId: string, name: string): Promise<number | undefined> {
    const file = await this.open(tenantId, name);
    return (
      file &&
      sizeIn(file)
        .catch(refuse)
        .finally(() => file.close())
    );
  }

  async *read(tenantId: string, name: string, buffers?: ChunkBuffers): AsyncIterable<Uint8Array> {
    const file = (await this.open(tenantId, name)) ?? refuse(new Error(`there is no ${name}`));
    yield* this.chunks(file, tenantId, name, buffers);
  }

  /** A writer renews the file's time before it relies on the file. If the file is gone, it writes the file again. */
  async remove(tenantId: string, name: string, unusedSince: Instant): Promise<boolean> {
    const path = this.path(tenantId, name);
    const taken = join(this.incoming, `${tenantId}.${name}`);
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

  async removeOfConversation(tenantId: string, conversationId: string): Promise<void> {
    const group = await this.keys.groupOf(tenantId, conversationId);
    const folder = join(this.folder, blobFolder(tenantId, group));
    const names = await readdir(folder).catch((error) => (isAbsent(error) ? [] : refuse(error)));
    for (const name of names.filter((each) => each.startsWith(group)))
      await rm(join(folder, name), { force: true }).catch(refuse);
  }

  private path(tenantId: string, name: string): string {
    return join(this.folder, blobName(tenantId, name));
  }

  private open(tenantId: string, name: string): Promise<FileHandle | undefined> {
    return open(this.path(tenantId, name), 'r').catch((error) => (isAbsent(error) ? undefined : refuse(error)));
  }

  private async *chunks(file: FileHandle, tenantId: string, name: string, buffers?: ChunkBuffers) {
    try {
      yield* bytesIn(file, { tenantId, name, keys: this.keys }, buffers);
    } catch (error) {
      refuse(error);
    } finally {
      await file.close();
    }
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

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** @throws Error when the bytes are not those of the digest */
async function writeChecked(writer: FrameWriter, { digest, bytes, read }: StoredBytes): Promise<void> {
  const written = createHash('sha256');
  const buffers = new ChunkBuffers(BLOB_CHUNK, 1);
  let length = 0;
  for await (const chunk of read(buffers)) {
    written.update(chunk);
    length += chunk.length;
    await writer.add(chunk);
    buffers.give(chunk);
  }
  await writer.flush();
  if (length !== bytes || written.digest('hex') !== digest) throw new Error(`the bytes are not those of ${digest}`);
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const isYounger = (path: string, than: Instant): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs > epochMs(than),
    (error) => (isAbsent(error) ? false : Promise.reject(error)),
  );

function refuse(cause: unknown): never {
  if (cause instanceof DamagedBlob) throw cause;
  throw new StoreUnavailable(`The blob folder failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
}
