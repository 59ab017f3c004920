import { rmSync, statSync } from 'node:fs';
import { open, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChunkBuffers } from '../../lib/chunk-buffers.js';
import { BLOB_CHUNK } from '../../ports/stores/blobs.js';

/** Removes a file that is older. Another process that starts may remove it at the same time. */
export function removeOld(path: string, untilMs: number): void {
  const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (mtimeMs < untilMs) rmSync(path, { force: true });
}

/**
 * The bytes of a file, in memory of `buffers` where given. When the disk fails, `refuse` throws the error for the
 * reader.
 */
export async function* chunksOf(
  path: string,
  refuse: (cause: unknown) => never,
  buffers?: ChunkBuffers,
): AsyncIterable<Uint8Array> {
  const file = await open(path, 'r').catch(refuse);
  try {
    for (;;) {
      const chunk = buffers?.take() ?? Buffer.allocUnsafe(BLOB_CHUNK);
      const { bytesRead } = await file.read(chunk, 0, BLOB_CHUNK).catch(refuse);
      if (bytesRead === 0) return buffers?.give(chunk);
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Removes at most `most` files below a folder, and the folder with the last one. Returns the number of files. */
export async function removeFiles(folder: string, most: number): Promise<number> {
  let removed = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (entry.isDirectory()) continue;
    await rm(join(entry.parentPath, entry.name), { force: true });
    if (++removed === most) return removed;
  }
  await rm(folder, { recursive: true, force: true });
  return removed;
}
