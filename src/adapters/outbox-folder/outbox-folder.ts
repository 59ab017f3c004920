import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DeliveryRefused } from '../../ports/delivery/delivery-refused.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';

/** The place of mails and messages that are not sent, a file each. */
export interface OutboxFolder {
  readonly where: string;
  /** A file has its name only when it is whole and on the disk. @throws DeliveryRefused */
  write(name: string, bytes: Uint8Array | string): Promise<void>;
  /** Does nothing where there is no such file. @throws StoreUnavailable */
  remove(name: string): Promise<void>;
}

export function outboxFolder(folder: string): OutboxFolder {
  return {
    where: folder,
    async write(name, bytes) {
      const partial = join(folder, `.${name}.partial`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await synced(partial, 'w', (file) => file.writeFile(bytes));
        await rename(partial, join(folder, name));
        await synced(folder, 'r');
      } catch {
        throw new DeliveryRefused('outbox_not_writable', true);
      }
    },
    async remove(name) {
      try {
        for (const each of [`.${name}.partial`, name]) await rm(join(folder, each), { force: true });
      } catch (cause) {
        throw new StoreUnavailable(`The outbox folder failed: ${cause}`, { cause });
      }
    },
  };
}

/** For data that are kept in memory: what is sent is forgotten. */
export const noFolder: OutboxFolder = { where: 'nowhere', write: async () => {}, remove: async () => {} };

async function synced(path: string, flags: string, work?: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await work?.(file);
    await file.sync();
  } finally {
    await file.close();
  }
}
