import { createCipheriv, createDecipheriv, hash, randomFillSync } from 'node:crypto';
import type { Sealed } from '../../ports/stores/data-keys.js';

const NONCE = 12;
const TAG = 16;
const CIPHER = 'aes-256-gcm';

/** Random bytes for nonces, made many at a time. */
const pool = Buffer.alloc(NONCE * 256);
let used = pool.length;

function nonce(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += NONCE;
  return pool.subarray(used - NONCE, used);
}

/** One key of several secrets of 32 bytes each (the one-step derivation of NIST SP 800-56C). */
export const derived = (purpose: string, secrets: readonly Buffer[]): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from([0, 0, 0, 1]), ...secrets, Buffer.from(purpose)]), 'buffer');

/** AES-256-GCM under a nonce of 96 random bits. */
export function sealText(key: Buffer, keyId: string, text: string, boundTo: string): Sealed {
  const iv = nonce();
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(`${boundTo}\0${keyId}`));
  const body = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return { k: keyId, n: iv.toString('base64'), c: Buffer.concat(body).toString('base64') };
}

/** @throws Error when key, key id or what it is bound to are others, or the text was changed */
export function openText(key: Buffer, { k, n, c }: Sealed, boundTo: string): string {
  const bytes = Buffer.from(c, 'base64');
  const body = bytes.length - TAG;
  const opening = createDecipheriv(CIPHER, key, Buffer.from(n, 'base64'), { authTagLength: TAG })
    .setAAD(Buffer.from(`${boundTo}\0${k}`))
    .setAuthTag(bytes.subarray(body));
  const text = opening.update(bytes.subarray(0, body));
  opening.final();
  return text.toString('utf8');
}
