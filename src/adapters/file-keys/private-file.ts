import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whole and durable, for the owner alone. False when the file exists: it stays as another process wrote it. */
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

/** The old text or the new one, whole and durable, whenever the process ends. */
export function replacePrivately(path: string, text: string): void {
  renameSync(writeUnfinished(path, text), path);
  syncFolder(path);
}

/** In containers processes share their id, so the temporary name is random. */
function writeUnfinished(path: string, text: string): string {
  const unfinished = `${path}.${randomUUID()}.new`;
  const file = openSync(unfinished, 'wx', 0o600);
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
