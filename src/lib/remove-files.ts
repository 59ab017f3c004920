import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes at most `most` files below a folder, and folders that are empty then. Returns the number of files. */
export async function removeFiles(folder: string, most: number): Promise<number> {
  let removed = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(absent)) {
    if (removed >= most) return removed;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removed += await removeFiles(path, most - removed);
    else {
      await rm(path, { force: true });
      removed++;
    }
  }
  if (removed < most) await rmdir(folder).catch(() => undefined);
  return removed;
}

function absent(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}
