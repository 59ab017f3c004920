import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/** AES-256-GCM; `purpose` is bound to the bytes, so that what was sealed for one opens for no other. */
export function sealBytes(masterKey: Buffer, purpose: string, plain: Buffer): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** @throws Error when key or purpose are others, or the text was changed */
export function unsealBytes(masterKey: Buffer, purpose: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64');
  const opening = createDecipheriv('aes-256-gcm', masterKey, bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([opening.update(bytes.subarray(NONCE + TAG)), opening.final()]);
}

export const seal = (masterKey: Buffer, purpose: string, plain: string): string =>
  sealBytes(masterKey, purpose, Buffer.from(plain));

/** @throws Error when key or purpose are others, or the text was changed */
export const unseal = (masterKey: Buffer, purpose: string, sealed: string): string =>
  unsealBytes(masterKey, purpose, sealed).toString('utf8');
