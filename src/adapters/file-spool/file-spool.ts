import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { epochMs, HOUR } from '../../kernel/instant.js';
import { BLOB_CHUNK } from '../../ports/blobs.js';
import type { Clock } from '../../ports/clock.js';
import { StoreUnavailable } from '../../ports/event-store.js';
import type { Spool, SpoolFile } from '../../ports/spool.js';

function refuse(cause: unknown): never {
  throw new StoreUnavailable(`The spool failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
}

/** Removes what a process that was killed left an hour ago. What is younger may be in use by another process. */
function removeOld(path: string, untilMs: number): void {
  const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (mtimeMs < untilMs) rmSync(path, { force: true });
}

async function* chunksOf(path: string): AsyncIterable<Uint8Array> {
  const file = await open(path, 'r').catch(refuse);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(BLOB_CHUNK), 0, BLOB_CHUNK).catch(refuse);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Files of one folder that only this user reads. */
export class FileSpool implements Spool {
  private readonly files = new Set<SpoolFile>();

  constructor(
    private readonly folder: string,
    clock: Clock,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const untilMs = epochMs(clock.now()) - HOUR;
    for (const name of readdirSync(folder)) removeOld(join(folder, name), untilMs);
  }

  async create(): Promise<SpoolFile> {
    const path = join(this.folder, randomUUID());
    let handle: FileHandle | undefined = await open(path, 'wx', 0o600).catch(refuse);
    const file: SpoolFile = {
      path,
      add: async (bytes) => {
        await handle?.appendFile(bytes).catch(refuse);
      },
      read: () => chunksOf(path),
      remove: async () => {
        const open = handle;
        handle = undefined;
        this.files.delete(file);
        await open?.close();
        await rm(path, { force: true });
      },
    };
    this.files.add(file);
    return file;
  }

  async close(): Promise<void> {
    await Promise.all([...this.files].map((file) => file.remove()));
  }
}
