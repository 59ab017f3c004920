import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DAY, epochMs } from '../../kernel/instant.js';
import { assetPath, messagePath, tenantPath } from '../../ports/media/asset-path.js';
import type { AssetFile, AssetStore, ByteRange, Bytes } from '../../ports/media/asset-store.js';
import { SourceFailed, whole } from '../../ports/media/whole-source.js';
import type { Clock } from '../../ports/process/clock.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';

/** A folder. A file has its name only when it is whole and on the disk. */
export class FileAssets implements AssetStore {
  private readonly incoming: string;

  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
  ) {
    this.incoming = join(folder, 'incoming');
    mkdirSync(this.incoming, { recursive: true, mode: 0o700 });
  }

  async put(file: AssetFile, source: Bytes, size: number): Promise<void> {
    const path = join(this.folder, assetPath(file));
    const partial = join(this.incoming, randomUUID());
    try {
      // Opened before the source is read: an opening that is still under way would make the file after its removal.
      const handle = await open(partial, 'wx', 0o600);
      await pipeline(whole(source, size), handle.createWriteStream({ flush: true }));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(partial, path);
      await synced(dirname(path));
    } catch (error) {
      await rm(partial, { force: true });
      if (error instanceof SourceFailed) throw error.cause;
      refuse(error);
    }
  }

  async open(file: AssetFile, range?: ByteRange): Promise<Bytes | undefined> {
    const path = join(this.folder, assetPath(file));
    return (await stat(path).catch(absent)) && bytesOf(path, range);
  }

  async names(message: Omit<AssetFile, 'name'>): Promise<readonly string[]> {
    return (await readdir(join(this.folder, messagePath(message))).catch(absent)) ?? [];
  }

  /** The folder of the message goes with its last file. */
  async remove(file: AssetFile): Promise<void> {
    const path = join(this.folder, assetPath(file));
    await rm(path, { force: true }).catch(refuse);
    await rmdir(dirname(path)).catch(() => undefined);
  }

  async removeOf(tenantId: string, most: number): Promise<number> {
    return (await removeFiles(join(this.folder, tenantPath(tenantId)), most).catch(absent)) ?? 0;
  }

  async sweep(): Promise<void> {
    const untilMs = epochMs(this.clock.now()) - DAY;
    for (const name of await readdir(this.incoming).catch(refuse)) {
      const path = join(this.incoming, name);
      const found = await stat(path).catch(absent);
      if (found && found.mtimeMs < untilMs) await rm(path, { force: true });
    }
  }
}

/** The file is opened at the first read: Node ends the process when it collects the handle of a reader that never came. */
async function* bytesOf(path: string, range?: ByteRange): Bytes {
  const handle = await open(path, 'r').catch(refuse);
  yield* handle.createReadStream(range ? { start: range.first, end: range.last } : {});
}

async function synced(directory: string): Promise<void> {
  for (const each of [directory, dirname(directory), dirname(dirname(directory))]) {
    const handle = await open(each, 'r');
    await handle.sync().finally(() => handle.close());
  }
}

/** Removes at most `most` files below a folder, and the folder with the last one. Returns the number of files. */
async function removeFiles(folder: string, most: number): Promise<number> {
  let removed = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (entry.isDirectory()) continue;
    await rm(join(entry.parentPath, entry.name), { force: true });
    if (++removed === most) return removed;
  }
  await rm(folder, { recursive: true, force: true });
  return removed;
}

const absent = (error: unknown): undefined =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : refuse(error);

function refuse(cause: unknown): never {
  throw new StoreUnavailable(`The asset folder failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
}
