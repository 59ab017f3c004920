import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/** AES-256-GCM; `purpose` is bound to the text, so that what was sealed for one opens for no other. */
export function seal(masterKey: Buffer, purpose: string, plain: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** @throws Error when key or purpose are others, or the text was changed */
export function unseal(masterKey: Buffer, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const opening = createDecipheriv('aes-256-gcm', masterKey, bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([opening.update(bytes.subarray(NONCE + TAG)), opening.final()]).toString('utf8');
}
