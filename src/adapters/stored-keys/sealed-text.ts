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

const COUNTER = 4;
const SECRET = 32;
const MOST_SECRETS = 3;
const scratch = Buffer.alloc(COUNTER + MOST_SECRETS * SECRET + 64);
scratch.writeUInt32BE(1);

/**
 * One key of up to three secrets of 32 bytes each, in strings of as many characters (the one-step derivation of NIST SP
 * 800-56C).
 */
export function derived(purpose: string, secrets: readonly string[]): Buffer {
  let end = COUNTER;
  for (const secret of secrets) end += scratch.write(secret, end, 'latin1');
  end += scratch.write(purpose, end);
  const key = Buffer.allocUnsafe(SECRET);
  key.write(hash('sha256', scratch.subarray(0, end), 'binary'), 'latin1');
  return key;
}

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
