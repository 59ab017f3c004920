import { token } from '../kernel/token.js';
/** Large values by the SHA-256 of their bytes; the same bytes are kept once. */
export interface Blobs {
  /** Durable when the promise is kept. Answers the digest in hex. */
  put(tenantId: string, bytes: Uint8Array): Promise<string>;
  get(tenantId: string, digest: string): Promise<Uint8Array | undefined>;
}

export const BLOBS = token<Blobs>('Blobs');
