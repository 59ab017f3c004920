import type { KeyObject } from 'node:crypto';
import { createPrivateKey } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '../../kernel/instant.js';
import { readIfThere, writePrivately } from './private-file.js';
import { seal, unseal } from './sealing.js';

export interface SigningKey {
  readonly kid: string;
  readonly createdAt: Instant;
  readonly privateKey: KeyObject;
}

/** Where signing keys outlive the process. */
export interface KeyFiles {
  all(): readonly SigningKey[];
  keep(key: SigningKey): void;
  drop(kid: string): void;
}

export const nowhere: KeyFiles = { all: () => [], keep: () => {}, drop: () => {} };

/** A file a key, the private part sealed; folder and files are the owner's alone. @throws Error when the master key is another */
export function keyFilesIn(folder: string, masterKey: Buffer): KeyFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pathOf = (kid: string) => join(folder, `${kid}.json`);
  const read = (name: string): SigningKey => {
    const { kid, createdAt, sealed } = JSON.parse(readIfThere(join(folder, name)) ?? '') as Record<string, string>;
    let pem: string;
    try {
      pem = unseal(masterKey, `signing-key:${kid}`, String(sealed));
    } catch {
      throw new Error(
        `The master key does not open ${join(folder, name)}, which was sealed with another one. Set the MASTER_KEY of that time.`,
      );
    }
    return { kid: String(kid), createdAt: createdAt as Instant, privateKey: createPrivateKey(pem) };
  };
  return {
    all: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map(read),
    keep({ kid, createdAt, privateKey }) {
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const sealed = seal(masterKey, `signing-key:${kid}`, pem);
      writePrivately(pathOf(kid), `${JSON.stringify({ kid, createdAt, sealed })}\n`);
    },
    drop: (kid) => rmSync(pathOf(kid), { force: true }),
  };
}
