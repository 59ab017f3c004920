import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere, writePrivatelyOnce } from './private-file.js';

const BYTES = 32;

/** The key that seals the secrets in the data folder: the given key, else one generated there on first start. */
export function masterKeyIn(dataDir: string, given: Buffer | undefined): Buffer {
  if (given) return given;
  if (dataDir === ':memory:') return randomBytes(BYTES);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'master.key');
  const found = readIfThere(path);
  if (found === undefined) {
    const made = randomBytes(BYTES);
    return writePrivatelyOnce(path, `${made.toString('base64')}\n`) ? made : masterKeyIn(dataDir, given);
  }
  const key = Buffer.from(found.trim(), 'base64');
  if (key.length !== BYTES) throw new Error(`${path} does not hold a key of ${BYTES} bytes.`);
  return key;
}
