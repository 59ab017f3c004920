import { hash } from 'node:crypto';
import type { Blobs } from '../../ports/blobs.js';
import { blobName } from './blob-name.js';

/** For a service that keeps nothing, as in its tests. */
export class MemoryBlobs implements Blobs {
  private readonly kept = new Map<string, Uint8Array>();

  async put(tenantId: string, bytes: Uint8Array): Promise<string> {
    const digest = hash('sha256', bytes);
    this.kept.set(blobName(tenantId, digest), Uint8Array.from(bytes));
    return digest;
  }

  async get(tenantId: string, digest: string): Promise<Uint8Array | undefined> {
    return this.kept.get(blobName(tenantId, digest));
  }
}
