import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { keyNamesIn } from './key-files.js';
import { readIfThere, replacePrivately } from './private-file.js';
import { sealBytes, unsealBytes } from './sealing.js';
import { otherKey, SECRETS_FILE, SECRETS_ROOT } from './secrets-root.js';

interface Rotated {
  readonly path: string;
  /** The file under the new key; undefined: it is already. */
  readonly text: string | undefined;
}

/** From one master key to the next. */
export interface Rotation {
  readonly from: Buffer;
  readonly to: Buffer;
}

function opens(key: Buffer, purpose: string, sealed: string): Buffer | undefined {
  try {
    return unsealBytes(key, purpose, sealed);
  } catch {
    return undefined;
  }
}

/** @throws Error when neither key opens the file */
function rotated(
  path: string,
  text: string,
  purpose: (file: Record<string, string>) => string,
  keys: Rotation,
): Rotated {
  const file = JSON.parse(text) as Record<string, string>;
  const { sealed = '' } = file;
  if (opens(keys.to, purpose(file), sealed)) return { path, text: undefined };
  const plain = opens(keys.from, purpose(file), sealed);
  if (!plain) throw otherKey(path);
  return { path, text: `${JSON.stringify({ ...file, sealed: sealBytes(keys.to, purpose(file), plain) })}\n` };
}

/**
 * The file that keeps the key of secrets, under the new master key. Without one the old master key is that key.
 * @throws Error when neither key opens it
 */
export function secretsFile(dataDir: string, keys: Rotation): Rotated {
  const path = join(dataDir, 'keys', SECRETS_FILE);
  const text = readIfThere(path);
  if (text !== undefined) return rotated(path, text, () => SECRETS_ROOT, keys);
  return { path, text: `${JSON.stringify({ sealed: sealBytes(keys.to, SECRETS_ROOT, keys.from) })}\n` };
}

/** The files of signing keys under the new master key. @throws Error when neither key opens one */
export function signingKeyFiles(dataDir: string, keys: Rotation): readonly Rotated[] {
  const folder = join(dataDir, 'keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return keyNamesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const text = readIfThere(path);
    return text === undefined ? [] : [rotated(path, text, ({ kid }) => `signing-key:${kid}`, keys)];
  });
}

/** Writes those that are not under the new key yet. Returns their number. */
export function writeRotated(files: readonly Rotated[]): number {
  let written = 0;
  for (const { path, text } of files) {
    if (text === undefined) continue;
    replacePrivately(path, text);
    written++;
  }
  return written;
}
