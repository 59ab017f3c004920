import { type Cipheriv, createCipheriv } from 'node:crypto';

const CIPHER = 'aes-256-ctr';
const BLOCK = 16;
const COUNTER_AT = 8;

/** Bytes of a key. A key is of one file, whose bytes are written once. */
export const SPOOL_KEY_BYTES = 32;

/** Encrypts and decrypts bytes from a place of a file on, so that a reader need not begin at its start. */
export function spoolCipher(key: string, from = 0): Cipheriv {
  const counter = Buffer.alloc(BLOCK);
  counter.writeBigUInt64BE(BigInt(Math.floor(from / BLOCK)), COUNTER_AT);
  const cipher = createCipheriv(CIPHER, Buffer.from(key, 'base64'), counter);
  cipher.update(Buffer.alloc(from % BLOCK));
  return cipher;
}
