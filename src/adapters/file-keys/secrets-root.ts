import { join } from 'node:path';
import { OtherMasterKey } from '../../ports/identity/key-wrap.js';
import { readIfThere } from './private-file.js';
import { unsealBytes } from './sealing.js';

/** In the folder of the signing keys. */
export const SECRETS_FILE = 'secrets.json';
export const SECRETS_ROOT = 'secrets-root';

export const otherKey = (path: string): OtherMasterKey =>
  new OtherMasterKey(
    `The master key does not open ${path}, which was sealed with another one. Set the MASTER_KEY of that time.`,
  );

/**
 * The key that seals secrets: the master key of the first start. The log holds what it sealed, so that it stays when the
 * master key is rotated, wrapped with the present one.
 * @throws Error when the master key is another
 */
export function secretsRootIn(dataDir: string, masterKey: Buffer): Buffer {
  if (dataDir === ':memory:') return masterKey;
  const path = join(dataDir, 'keys', SECRETS_FILE);
  const text = readIfThere(path);
  if (text === undefined) return masterKey;
  try {
    return unsealBytes(masterKey, SECRETS_ROOT, (JSON.parse(text) as { readonly sealed: string }).sealed);
  } catch {
    throw otherKey(path);
  }
}
