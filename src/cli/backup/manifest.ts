import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replacePrivately } from '../../adapters/file-keys/private-file.js';
import type { LogExtent } from '../../adapters/sqlite/events/log-file.js';
import { Differs, Unreadable } from '../shared/failures.js';
import type { LogPlace } from '../shared/stores.js';

export const FILES = 'files.sha256';
const MANIFEST = 'manifest.json';
const FORMAT = 'tidings-backup-1';

/** Written last, so that a backup without it did not end. */
export interface Manifest extends LogPlace {
  readonly format: typeof FORMAT;
  readonly created_at: string;
  /** Contents of `log.db`; absent where a server has the log. */
  readonly events?: LogExtent;
  readonly files: number;
  readonly bytes: number;
  /** SHA-256 of `files.sha256`. */
  readonly list: string;
}

export function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Manifest {
  const whole: Manifest = { format: FORMAT, ...manifest };
  replacePrivately(join(folder, MANIFEST), `${JSON.stringify(whole, undefined, 2)}\n`);
  return whole;
}

/** @throws Differs where the backup did not end, Unreadable */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw new Differs(`${path} is missing: the backup did not end. Make another one.`);
  try {
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
    if (manifest.format === FORMAT) return manifest;
  } catch (error) {
    throw new Unreadable(`${path} cannot be read: ${(error as Error).message}.`);
  }
  throw new Unreadable(`${path} is not a manifest of this version of Tidings.`);
}
