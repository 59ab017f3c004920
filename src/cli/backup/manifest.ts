import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { LogExtent } from '../../adapters/sqlite/events/log-file.js';
import { Differs, Unreadable } from '../failures.js';
import { synced } from './files.js';
import type { LogPlace } from './stores.js';

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

export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<Manifest> {
  const whole: Manifest = { format: FORMAT, ...manifest };
  const path = join(folder, MANIFEST);
  const file = openSync(`${path}.new`, 'w');
  writeSync(file, `${JSON.stringify(whole, undefined, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
  await synced(folder);
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
