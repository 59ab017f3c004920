import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** Bytes that a part is longer than its content. */
export const SEAL_BYTES = NONCE + TAG;

/** A key of one file, in base64. */
export const newFileKey = (): string => randomBytes(32).toString('base64');

/** Encrypts a part of a file. Its number is bound to it, so that parts cannot change places. */
export function sealPart(key: string, number: number, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, Buffer.from(key, 'base64'), nonce);
  cipher.setAAD(Buffer.from(String(number)));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the part was changed, or has another number or key */
export function openPart(key: string, number: number, sealed: Buffer): Buffer {
  const cipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64'), sealed.subarray(0, NONCE));
  cipher.setAAD(Buffer.from(String(number)));
  cipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  return Buffer.concat([cipher.update(sealed.subarray(NONCE, sealed.length - TAG)), cipher.final()]);
}
