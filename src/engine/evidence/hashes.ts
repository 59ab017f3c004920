import { hash } from 'node:crypto';
import type { Stored } from '../../ports/stores/event-store.js';

export const HASH_BYTES = 32;
const [LEAF, NODE] = [0, 1];

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** Root of a tree without leaves (RFC 9162, 2.1.1). */
export const EMPTY_ROOT = sha256(Buffer.alloc(0));

/** The parts of an event that its leaf is made of. A copy of the log has other positions and the same leaves. */
export type LeafParts = Pick<Stored, 'id' | 'type' | 'stream' | 'version' | 'body'>;

/**
 * The leaf of an event as the store keeps it: 0x00, then the length and the bytes of each part. A length has 32 bits, the
 * highest byte first. Bytes are UTF-8. Time and schema version are within the body.
 */
export function leafHash({ id, type, stream, version, body }: LeafParts): Buffer {
  const parts = [id, type, stream, String(version), body];
  const bytes = Buffer.allocUnsafe(parts.reduce((size, part) => size + 4 + Buffer.byteLength(part), 1));
  let at = bytes.writeUInt8(LEAF);
  for (const part of parts) {
    const written = bytes.write(part, at + 4);
    bytes.writeUInt32BE(written, at);
    at += 4 + written;
  }
  return sha256(bytes);
}

const pair = Buffer.alloc(1 + 2 * HASH_BYTES, NODE);

/** The node above two nodes (RFC 9162, 2.1.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return sha256(pair);
}
