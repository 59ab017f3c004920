import { createPrivateKey, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '../../kernel/instant.js';
import { readIfThere, writePrivatelyOnce } from './private-file.js';
import { seal, unseal } from './sealing.js';
import { otherKey, SECRETS_FILE } from './secrets-root.js';

export interface SigningKey {
  readonly kid: string;
  readonly createdAt: Instant;
  readonly privateKey: KeyObject;
  /** The public half of a key that signs notes, kept in clear: who verifies needs no master key. */
  readonly verifier?: string | undefined;
}

/** Where signing keys outlive the process. */
export interface KeyFiles {
  all(): readonly SigningKey[];
  /** Keeps the key that follows `previous`. False when another process has kept one that does. */
  keep(key: SigningKey, previous: string | undefined): boolean;
  drop(kid: string): void;
}

/** Names of the files of signing keys in a folder. */
export const keyNamesIn = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json') && name !== SECRETS_FILE) : [];

export const nowhere: KeyFiles = { all: () => [], keep: () => true, drop: () => {} };

/**
 * A file a key, the private part sealed; folder and files are the owner's alone. A file is named by the key it follows,
 * so that of several processes one makes the next key. Names of another use have a prefix; the keys of all uses are read.
 * Another process may drop a file that is about to be read.
 * @throws Error when the master key is another
 */
export function keyFilesIn(folder: string, masterKey: Buffer, prefix = ''): KeyFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const read = (name: string): readonly SigningKey[] => {
    const text = readIfThere(join(folder, name));
    if (text === undefined) return [];
    const { kid, createdAt, sealed, verifier } = JSON.parse(text) as Record<string, string>;
    let pem: string;
    try {
      pem = unseal(masterKey, `signing-key:${kid}`, String(sealed));
    } catch {
      throw otherKey(join(folder, name));
    }
    return [{ kid: String(kid), createdAt: createdAt as Instant, privateKey: createPrivateKey(pem), verifier }];
  };
  return {
    all: () => keyNamesIn(folder).flatMap(read),
    keep({ kid, createdAt, privateKey, verifier }, previous) {
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const sealed = seal(masterKey, `signing-key:${kid}`, pem);
      const name = `${prefix}${previous === undefined ? 'first' : `after-${previous}`}.json`;
      return writePrivatelyOnce(join(folder, name), `${JSON.stringify({ kid, createdAt, verifier, sealed })}\n`);
    },
    drop(kid) {
      const isIts = (name: string) => read(name).some((key) => key.kid === kid);
      for (const name of keyNamesIn(folder).filter(isIts)) rmSync(join(folder, name), { force: true });
    },
  };
}
