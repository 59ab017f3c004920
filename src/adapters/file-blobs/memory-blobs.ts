import { hash } from 'node:crypto';
import { BLOB_CHUNK, type Blobs, type StoredBytes } from '../../ports/stores/blobs.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import { blobName, tenantFolder } from './blob-name.js';

/** For a service that keeps nothing, as in its tests. */
export class MemoryBlobs implements Blobs {
  private readonly kept = new Map<string, Uint8Array>();

  async put(tenantId: string, bytes: Uint8Array): Promise<string> {
    const digest = hash('sha256', bytes);
    this.kept.set(blobName(tenantId, digest), Uint8Array.from(bytes));
    return digest;
  }

  async write(tenantId: string, { digest, read }: StoredBytes): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of read()) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (hash('sha256', bytes) !== digest) throw new StoreUnavailable(`The bytes are not those of ${digest}.`);
    this.kept.set(blobName(tenantId, digest), bytes);
  }

  async get(tenantId: string, digest: string): Promise<Uint8Array | undefined> {
    return this.kept.get(blobName(tenantId, digest));
  }

  async size(tenantId: string, digest: string): Promise<number | undefined> {
    return this.kept.get(blobName(tenantId, digest))?.length;
  }

  /** Nothing else writes between a removal and the event of a value in the process that keeps nothing. */
  async remove(tenantId: string, digest: string): Promise<boolean> {
    this.kept.delete(blobName(tenantId, digest));
    return true;
  }

  async removeOf(tenantId: string, most: number): Promise<number> {
    const names = [...this.kept.keys()].filter((name) => name.startsWith(`${tenantFolder(tenantId)}/`)).slice(0, most);
    for (const name of names) this.kept.delete(name);
    return names.length;
  }

  async *read(tenantId: string, digest: string): AsyncIterable<Uint8Array> {
    const bytes = await this.get(tenantId, digest);
    if (!bytes) throw new StoreUnavailable(`The blob ${digest} is missing.`);
    for (let at = 0; at < bytes.length; at += BLOB_CHUNK) yield bytes.subarray(at, at + BLOB_CHUNK);
  }
}
