import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { ChunkBuffers } from '../../lib/chunk-buffers.js';
import { BLOB_CHUNK, DamagedBlob } from '../../ports/stores/blobs.js';
import type { BlobKeys } from './blob-keys.js';
import { headerOf, openedFrames } from './sealed-file.js';

interface Named {
  readonly tenantId: string;
  readonly name: string;
  readonly keys: BlobKeys;
}

/** Bytes of the value in a file. */
export async function sizeIn(file: FileHandle): Promise<number> {
  return (await headerOf(file))?.bytes ?? (await file.stat()).size;
}

/** The bytes of the value in a file, sealed or of an earlier version. @throws DamagedBlob, Error of the disk */
export async function* bytesIn(
  file: FileHandle,
  { tenantId, name, keys }: Named,
  buffers?: ChunkBuffers,
): AsyncIterable<Uint8Array> {
  try {
    const header = await headerOf(file);
    const key = header && (await keys.open(tenantId, name, header.bytes, header.sealed));
    if (header && !key) throw new Error('its conversation was erased');
    yield* header && key ? openedFrames(file, header, key, buffers) : clearBytes(file, name, buffers);
  } catch (cause) {
    if (isOfDisk(cause)) throw cause;
    throw new DamagedBlob(`The blob ${name} is damaged.`, { cause });
  }
}

/** The name of an earlier version is the SHA-256 of the bytes. The last chunk comes when they are known to be right. */
async function* clearBytes(file: FileHandle, name: string, buffers?: ChunkBuffers): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256');
  let last: Uint8Array | undefined;
  for (let at = 0; ; ) {
    const chunk = buffers?.take() ?? Buffer.allocUnsafe(BLOB_CHUNK);
    const { bytesRead } = await file.read(chunk, 0, BLOB_CHUNK, at);
    if (bytesRead === 0) {
      buffers?.give(chunk);
      break;
    }
    if (last) yield last;
    last = chunk.subarray(0, bytesRead);
    hash.update(last);
    at += bytesRead;
  }
  if (hash.digest('hex') !== name) throw new Error('its bytes are others');
  if (last) yield last;
}

const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
