import { constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Opens the keys in them. */
const MASTER_KEY = 'master.key';
const DATABASES = ['log.db', 'read.db', 'operational.db'];

/**
 * The databases of a service that is stopped or dead, as they lie on the disk, unfinished transactions and all: whoever
 * opens the copy recovers that one, and leaves to the service what it has to recover itself.
 */
export function copyOfData(dataDir: string): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'tidings-copy-'));
  for (const name of [MASTER_KEY, ...DATABASES.flatMap((each) => [each, `${each}-wal`])]) {
    const from = join(dataDir, name);
    if (existsSync(from)) copyFileSync(from, join(dir, name), constants.COPYFILE_FICLONE);
  }
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
