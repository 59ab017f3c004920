import type { Instant } from '../../kernel/instant.js';
import { token } from '../../kernel/token.js';
import type { ChunkBuffers } from '../../lib/chunk-buffers.js';

/** Bytes that are not held in memory. */
export interface StoredBytes {
  /** SHA-256 in hex. */
  readonly digest: string;
  readonly bytes: number;
  /** Chunks may take their memory from `buffers`; the reader gives it back. */
  read(buffers?: ChunkBuffers): AsyncIterable<Uint8Array>;
}

/** Large values by the SHA-256 of their bytes; the same bytes are kept once. */
export interface Blobs {
  /** Durable when the promise resolves. Returns the digest in hex. */
  put(tenantId: string, bytes: Uint8Array): Promise<string>;
  /** As `put`, in chunks as they are read. @throws StoreUnavailable also when the bytes are not those of the digest */
  write(tenantId: string, value: StoredBytes): Promise<void>;
  get(tenantId: string, digest: string): Promise<Uint8Array | undefined>;
  /** Bytes of the value; undefined where there is none. */
  size(tenantId: string, digest: string): Promise<number | undefined>;
  /**
   * The bytes of a value in chunks of at most 64 KiB, read on demand. Chunks may take their memory from `buffers`; the
   * reader gives it back. @throws StoreUnavailable when the value does not exist
   */
  read(tenantId: string, digest: string, buffers?: ChunkBuffers): AsyncIterable<Uint8Array>;
  /**
   * Removes a value that no event names. False: it was put again after `unusedSince`, by a writer whose event may
   * follow, and stays. True also for an unknown value.
   */
  remove(tenantId: string, digest: string, unusedSince: Instant): Promise<boolean>;
  /** Removes at most `most` values of a tenant that was deleted. Returns their number; fewer than `most`: none is left. */
  removeOf(tenantId: string, most: number): Promise<number>;
}

/** Bytes of a chunk at most. */
export const BLOB_CHUNK = 65_536;

export const BLOBS = token<Blobs>('Blobs');
