import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../../ports/blobs.js';

const DIGEST = /^[0-9a-f]{64}$/;

/** `<folder>/<tenant>/<aa>/<digest>`, fsynced before it has its name. */
export class FileBlobs implements Blobs {
  constructor(private readonly folder: string) {}

  async put(tenantId: string, bytes: Uint8Array): Promise<string> {
    const digest = createHash('sha256').update(bytes).digest('hex');
    const path = this.path(tenantId, digest);
    if (await exists(path)) return digest;
    const directory = join(path, '..');
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const partial = `${path}.${randomUUID()}`;
    await synced(partial, 'wx', (file) => file.writeFile(bytes));
    await rename(partial, path);
    await synced(directory, 'r', async () => {});
    return digest;
  }

  async get(tenantId: string, digest: string): Promise<Uint8Array | undefined> {
    const path = this.path(tenantId, digest);
    return (await exists(path)) ? readFile(path) : undefined;
  }

  private path(tenantId: string, digest: string): string {
    if (!DIGEST.test(digest)) throw new Error('not a digest');
    return join(this.folder, tenantId, digest.slice(0, 2), digest);
  }
}

const exists = (path: string) =>
  access(path, constants.R_OK).then(
    () => true,
    () => false,
  );

async function synced(path: string, flags: string, work: (file: Awaited<ReturnType<typeof open>>) => Promise<void>) {
  const file = await open(path, flags, 0o600);
  try {
    await work(file);
    await file.sync();
  } finally {
    await file.close();
  }
}
