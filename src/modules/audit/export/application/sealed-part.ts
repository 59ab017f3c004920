import { createCipheriv, createDecipheriv } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
/** Each key seals one text alone, so the nonce may always be the same. */
const NONCE = Buffer.alloc(12);
const TAG = 16;

/** Random bytes of a key. */
export const PART_KEY_BYTES = 32;

/** Encrypts a part of a file with a key of its own, in base64url. The tag is at the end. */
export function sealPart(key: string, content: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, Buffer.from(key, 'base64url'), NONCE);
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the part was changed, or has another key */
export function openPart(key: string, sealed: Buffer): Buffer {
  const cipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64url'), NONCE);
  cipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  return Buffer.concat([cipher.update(sealed.subarray(0, sealed.length - TAG)), cipher.final()]);
}
