import type { Instant } from '../../kernel/instant.js';
import { token } from '../../kernel/token.js';
import type { ChunkBuffers } from '../../lib/chunk-buffers.js';
import { StoreUnavailable } from './event-store.js';

/** Bytes that are not held in memory. */
export interface StoredBytes {
  /** SHA-256 in hex. */
  readonly digest: string;
  readonly bytes: number;
  /** Chunks may take their memory from `buffers`; the reader gives it back. */
  read(buffers?: ChunkBuffers): AsyncIterable<Uint8Array>;
}

/** A blob whose bytes are not those that were put. */
export class DamagedBlob extends StoreUnavailable {}

/**
 * Large values of conversations. The name of a value is a keyed digest of the conversation and the value: the same bytes
 * in one conversation are kept once. Blobs of earlier versions are named by the SHA-256 of their bytes.
 */
export interface Blobs {
  /** The name of a value with this SHA-256, also of one that is not kept: 64 hex digits. */
  nameOf(tenantId: string, conversationId: string, digest: string): Promise<string>;
  /** Durable when the promise resolves. Returns the name. The value ends with the key of the conversation. */
  put(tenantId: string, conversationId: string, bytes: Uint8Array): Promise<string>;
  /** As `put`, in chunks as they are read. @throws StoreUnavailable also when the bytes are not those of the digest */
  write(tenantId: string, conversationId: string, value: StoredBytes): Promise<string>;
  get(tenantId: string, name: string): Promise<Uint8Array | undefined>;
  /** Bytes of the value; undefined where there is none. */
  size(tenantId: string, name: string): Promise<number | undefined>;
  /**
   * The bytes of a value in chunks of at most 64 KiB, read on demand. Chunks may take their memory from `buffers`; the
   * reader gives it back. @throws StoreUnavailable when the value does not exist; DamagedBlob, before its last chunk
   */
  read(tenantId: string, name: string, buffers?: ChunkBuffers): AsyncIterable<Uint8Array>;
  /**
   * Removes a value that no event names. False: it was put again after `unusedSince`, by a writer whose event may
   * follow, and stays. True also for an unknown value.
   */
  remove(tenantId: string, name: string, unusedSince: Instant): Promise<boolean>;
  /** Removes at most `most` values of a tenant that was deleted. Returns their number; fewer than `most`: none is left. */
  removeOf(tenantId: string, most: number): Promise<number>;
  /** Removes all values of a conversation for good, but not those of earlier versions. */
  removeOfConversation(tenantId: string, conversationId: string): Promise<void>;
}

/** Bytes of a chunk at most. */
export const BLOB_CHUNK = 65_536;

export const BLOBS = token<Blobs>('Blobs');
