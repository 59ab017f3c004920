import { hash } from 'node:crypto';
import { BLOB_CHUNK, type Blobs, type StoredBytes } from '../../ports/stores/blobs.js';
import type { DataKeys } from '../../ports/stores/data-keys.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import { BlobKeys } from './blob-keys.js';
import { blobFolder, blobName, tenantFolder } from './blob-name.js';

/** For a service that keeps nothing, as in its tests. */
export class MemoryBlobs implements Blobs {
  private readonly kept = new Map<string, Uint8Array>();
  private readonly keys: BlobKeys;

  constructor(keys: DataKeys) {
    this.keys = new BlobKeys(keys);
  }

  nameOf(tenantId: string, conversationId: string, digest: string): Promise<string> {
    return this.keys.nameOf(tenantId, conversationId, digest);
  }

  async put(tenantId: string, conversationId: string, bytes: Uint8Array): Promise<string> {
    tenantFolder(tenantId);
    const kept = Uint8Array.from(bytes);
    const name = await this.nameOf(tenantId, conversationId, hash('sha256', kept));
    this.kept.set(blobName(tenantId, name), kept);
    return name;
  }

  async write(tenantId: string, conversationId: string, { digest, read }: StoredBytes): Promise<string> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of read()) chunks.push(Uint8Array.from(chunk));
    const bytes = Buffer.concat(chunks);
    if (hash('sha256', bytes) !== digest) throw new StoreUnavailable(`The bytes are not those of ${digest}.`);
    return this.put(tenantId, conversationId, bytes);
  }

  async get(tenantId: string, name: string): Promise<Uint8Array | undefined> {
    return this.kept.get(blobName(tenantId, name));
  }

  async size(tenantId: string, name: string): Promise<number | undefined> {
    return this.kept.get(blobName(tenantId, name))?.length;
  }

  /** Nothing else writes between a removal and the event of a value in the process that keeps nothing. */
  async remove(tenantId: string, name: string): Promise<boolean> {
    this.kept.delete(blobName(tenantId, name));
    return true;
  }

  async removeOf(tenantId: string, most: number): Promise<number> {
    const names = [...this.kept.keys()].filter((name) => name.startsWith(`${tenantFolder(tenantId)}/`)).slice(0, most);
    for (const name of names) this.kept.delete(name);
    return names.length;
  }

  async removeOfConversation(tenantId: string, conversationId: string): Promise<void> {
    const group = await this.keys.groupOf(tenantId, conversationId);
    const prefix = `${blobFolder(tenantId, group)}/${group}`;
    for (const path of [...this.kept.keys()]) if (path.startsWith(prefix)) this.kept.delete(path);
  }

  async *read(tenantId: string, name: string): AsyncIterable<Uint8Array> {
    const bytes = await this.get(tenantId, name);
    if (!bytes) throw new StoreUnavailable(`The blob ${name} is missing.`);
    for (let at = 0; at < bytes.length; at += BLOB_CHUNK) yield bytes.subarray(at, at + BLOB_CHUNK);
  }
}
