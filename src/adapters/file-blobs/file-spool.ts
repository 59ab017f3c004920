import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { epochMs, HOUR } from '../../kernel/instant.js';
import { SPOOL_KEY_BYTES, spoolCipher } from '../../large-data/spool-cipher.js';
import type { Clock } from '../../ports/process/clock.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import type { Spool, SpoolFile } from '../../ports/stores/spool.js';
import { chunksOf, removeOld } from './files.js';

function refuse(cause: unknown): never {
  throw new StoreUnavailable(`The spool failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
}

/** Encrypted files of one folder that only this user reads. */
export class FileSpool implements Spool {
  private readonly files = new Set<SpoolFile>();

  constructor(
    private readonly folder: string,
    clock: Clock,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Another process may use a file that is younger than an hour.
    const untilMs = epochMs(clock.now()) - HOUR;
    for (const name of readdirSync(folder)) removeOld(join(folder, name), untilMs);
  }

  async create(): Promise<SpoolFile> {
    const path = join(this.folder, randomUUID());
    let handle: FileHandle | undefined = await open(path, 'wx', 0o600).catch(refuse);
    const key = randomBytes(SPOOL_KEY_BYTES).toString('base64');
    const adding = spoolCipher(key);
    const file: SpoolFile = {
      place: { path, key },
      add: async (bytes) => {
        await handle?.appendFile(adding.update(bytes)).catch(refuse);
      },
      read: (buffers) => decrypted(key, chunksOf(path, refuse, buffers)),
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

/** In the memory of the chunks, which the reader gives back. */
async function* decrypted(key: string, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const cipher = spoolCipher(key);
  for await (const chunk of chunks) {
    chunk.set(cipher.update(chunk));
    yield chunk;
  }
}
