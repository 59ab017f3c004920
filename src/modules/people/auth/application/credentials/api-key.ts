import { createHash, timingSafeEqual } from 'node:crypto';
import type { OperationalKey } from '../../../../../ports/stores/operational-store.js';

/** `tdg_`, then tenant, key id and secret, then a checksum that catches typing errors without a look-up. */
const PREFIX = 'tdg_';
const ID_BYTES = 16;
const SECRET_BYTES = 32;
const BODY_LENGTH = 86;
const CHECK_LENGTH = 6;
const TEXT = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{${BODY_LENGTH + CHECK_LENGTH}}$`);

export interface ApiKeyParts {
  readonly tenantId: string;
  readonly keyId: string;
  /** SHA-256 of the secret; all that is kept of it. */
  readonly digest: string;
}

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const digestOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('base64url');
const checkOf = (body: string) => digestOf(PREFIX + body).slice(0, CHECK_LENGTH);

export const looksLikeApiKey = (text: string): boolean => text.startsWith(PREFIX);

/** `secret`: 32 random bytes in base64url. */
export function writeApiKey(tenantId: string, keyId: string, secret: string): { text: string; digest: string } {
  const bytes = Buffer.from(secret, 'base64url');
  const body = Buffer.concat([bytesOf(tenantId), bytesOf(keyId), bytes]).toString('base64url');
  return { text: PREFIX + body + checkOf(body), digest: digestOf(bytes) };
}

/** Undefined where it was never a key of ours. */
export function readApiKey(text: string): ApiKeyParts | undefined {
  if (!TEXT.test(text)) return undefined;
  const body = text.slice(PREFIX.length, -CHECK_LENGTH);
  const bytes = Buffer.from(body, 'base64url');
  if (!text.endsWith(checkOf(body)) || bytes.length !== 2 * ID_BYTES + SECRET_BYTES) return undefined;
  return {
    tenantId: uuidOf(bytes.subarray(0, ID_BYTES)),
    keyId: uuidOf(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
    digest: digestOf(bytes.subarray(2 * ID_BYTES)),
  };
}

/** Where the instant of a key's last use is kept. */
export const keyUseOf = (tenantId: string, keyId: string): OperationalKey => ({
  tenantId,
  kind: 'api-key-use',
  id: keyId,
});

/** In a time that says nothing about where they differ. */
export function sameDigest(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
