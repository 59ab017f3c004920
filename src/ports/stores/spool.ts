import { token } from '../../kernel/token.js';
import type { ChunkBuffers } from '../../lib/chunk-buffers.js';

/** A file as other processes of this machine read and write it. */
export interface SpoolPlace {
  readonly path: string;
  /** Key of the bytes on the disk, in base64. It lives in memory, so that what a killed process leaves says nothing. */
  readonly key: string;
}

/** A file of this machine for the time of one request. */
export interface SpoolFile {
  readonly place: SpoolPlace;
  /** @throws StoreUnavailable when the disk refuses */
  add(bytes: Uint8Array): Promise<void>;
  /**
   * Chunks of at most 64 KiB, read on demand. They may take their memory from `buffers`; the reader gives it back.
   * @throws StoreUnavailable
   */
  read(buffers?: ChunkBuffers): AsyncIterable<Uint8Array>;
  /** Closes and removes it. Further calls do nothing. */
  remove(): Promise<void>;
}

/** Keeps large bodies and values on the disk while work on them is under way, so that they do not fill the memory. */
export interface Spool {
  /** An empty file. @throws StoreUnavailable */
  create(): Promise<SpoolFile>;
  /** Removes what is left. */
  close(): Promise<void>;
}

export const SPOOL = token<Spool>('Spool');
