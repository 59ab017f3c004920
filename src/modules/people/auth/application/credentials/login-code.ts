import { createHash } from 'node:crypto';

/** `tdl_`, then the id of the user and the secret. */
const PREFIX = 'tdl_';
const ID_BYTES = 16;
export const LOGIN_CODE_SECRET_BYTES = 32;
const TEXT = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{${Math.ceil(((ID_BYTES + LOGIN_CODE_SECRET_BYTES) * 4) / 3)}}$`);

export interface LoginCodeParts {
  readonly userId: string;
  /** SHA-256 of the text; all that is kept of it. */
  readonly digest: string;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');
const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** `secret`: `LOGIN_CODE_SECRET_BYTES` random bytes in base64url. */
export function writeLoginCode(userId: string, secret: string): { text: string; digest: string } {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  const text = PREFIX + Buffer.concat([id, Buffer.from(secret, 'base64url')]).toString('base64url');
  return { text, digest: digestOf(text) };
}

/** Undefined where it was never a login code. */
export function readLoginCode(text: string): LoginCodeParts | undefined {
  if (!TEXT.test(text)) return undefined;
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url');
  return { userId: uuidOf(bytes.toString('hex', 0, ID_BYTES)), digest: digestOf(text) };
}
