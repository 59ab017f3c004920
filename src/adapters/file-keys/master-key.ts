import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere, replacePrivately, writePrivatelyOnce } from './private-file.js';

const BYTES = 32;

/** The key that seals the secrets in the data folder: the given key, else one generated there on first start. */
export function masterKeyIn(dataDir: string, given: Buffer | undefined): Buffer {
  if (given) return given;
  if (dataDir === ':memory:') return randomBytes(BYTES);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = masterKeyFile(dataDir);
  const found = readIfThere(path);
  if (found === undefined) {
    const made = randomBytes(BYTES);
    return writePrivatelyOnce(path, `${made.toString('base64')}\n`) ? made : masterKeyIn(dataDir, given);
  }
  return keyIn(path, found);
}

export const masterKeyFile = (dataDir: string): string => join(dataDir, 'master.key');

function keyIn(path: string, text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== BYTES) throw new Error(`${path} does not hold a key of ${BYTES} bytes.`);
  return key;
}

const nextFile = (dataDir: string): string => `${masterKeyFile(dataDir)}.new`;

/** The key that replaces the one in the file: the given one or a new one. The same again until it has replaced it. */
export function nextMasterKeyIn(dataDir: string, given: Buffer | undefined): Buffer {
  const path = nextFile(dataDir);
  writePrivatelyOnce(path, `${(given ?? randomBytes(BYTES)).toString('base64')}\n`);
  return keyIn(path, readIfThere(path) ?? '');
}

/** Replaces the key in the file atomically. */
export function replaceMasterKey(dataDir: string, key: Buffer): void {
  replacePrivately(masterKeyFile(dataDir), `${key.toString('base64')}\n`);
  rmSync(nextFile(dataDir), { force: true });
}
