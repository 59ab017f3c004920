import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whole and durable, or not at all; for the owner's eyes only. */
export function writePrivately(path: string, text: string): void {
  const unfinished = writeUnfinished(path, text);
  renameSync(unfinished, path);
  syncFolder(path);
}

/** The same, but false and nothing written where another process was quicker. */
export function writePrivatelyOnce(path: string, text: string): boolean {
  const unfinished = writeUnfinished(path, text);
  try {
    linkSync(unfinished, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(unfinished);
    syncFolder(path);
  }
}

function writeUnfinished(path: string, text: string): string {
  const unfinished = `${path}.${process.pid}.new`;
  const file = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return unfinished;
}

function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
