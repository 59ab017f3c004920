import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefused } from '../../ports/process/start-refused.js';
import { isBusy, isDamaged, isForbidden } from './errors.js';

export interface OpenOptions {
  /** FULL: an acknowledged commit survives the loss of power. NORMAL: it survives only the end of the process. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** Locks the file against other processes and connections until it is closed or its owner ends. */
  readonly exclusive?: boolean;
  /** Pages of the write-ahead log after which a commit moves it into the file. Default: 2,000, which are 8 MiB. */
  readonly checkpointPages?: number;
  /** Makes the tables of the file. */
  readonly prepare?: (db: DatabaseSync) => void;
  /** Advice for a damaged file. Default: to restore it. */
  readonly whenDamaged?: string;
}

const RESTORE = 'Restore it from a backup, or name another DATA_DIR.';
export const MEMORY = ':memory:';
/** How long to wait for a lock; an owner holds the file for good, so only one that is just leaving is waited for. */
const PATIENCE_MS = { shared: 5000, exclusive: 500 };
/** 10,000 stop the event loop for 50 ms. */
const CHECKPOINT_PAGES = 2_000;
const SYNCHRONOUS = { NORMAL: 1, FULL: 2 } as const;

/**
 * Opens or makes the database in WAL mode. It throws if SQLite does not apply the settings.
 * @throws StartRefused where another process has the file, it is damaged, or this user cannot read and write it
 */
export function openDatabase(path: string, options: OpenOptions): DatabaseSync {
  const db = opened(path, options);
  try {
    if (options.exclusive) db.exec('pragma locking_mode = exclusive');
    configure(db, path, options);
    // In exclusive mode the file is locked by the first transaction; the system takes the lock from a dead owner.
    if (options.exclusive) db.exec('begin exclusive; commit');
    options.prepare?.(db);
    return db;
  } catch (error) {
    db.close();
    throw refusal(path, options, error);
  }
}

function opened(path: string, options: OpenOptions): DatabaseSync {
  try {
    if (path !== MEMORY) mkdirSync(dirname(path), { recursive: true });
    if (path !== MEMORY && existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
    return new DatabaseSync(path, { timeout: PATIENCE_MS[options.exclusive ? 'exclusive' : 'shared'] });
  } catch (error) {
    throw refusal(path, options, error);
  }
}

const DENIED: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR'];

/** Another process, damage and permissions are for the operator to remove; anything else stays as it is. */
function refusal(path: string, { whenDamaged = RESTORE }: Pick<OpenOptions, 'whenDamaged'>, error: unknown) {
  const cause = (error as Error).message;
  if (isBusy(error)) return new StartRefused(`${path} is in use by another process. Stop that process first.`);
  if (isDamaged(error)) return new StartRefused(`${path} cannot be read: ${cause}. ${whenDamaged}`);
  if (!isForbidden(error) && !DENIED.includes((error as NodeJS.ErrnoException).code)) return error;
  return new StartRefused(
    `${path} cannot be opened: ${cause}. Let the user of this process read and write the file and its folder, or name another DATA_DIR.`,
  );
}

/** Earlier versions of pages leave the write-ahead log. Other processes that read just then keep it as it is. */
export function emptyWal(db: DatabaseSync): void {
  if (db.isOpen) db.exec('pragma wal_checkpoint(truncate)');
}

function configure(db: DatabaseSync, path: string, { synchronous, checkpointPages }: OpenOptions): void {
  insist(db, 'journal_mode', 'wal', path === MEMORY ? 'memory' : 'wal');
  insist(db, 'synchronous', synchronous, SYNCHRONOUS[synchronous]);
  db.exec(`pragma wal_autocheckpoint = ${checkpointPages ?? CHECKPOINT_PAGES}`);
  db.exec('pragma cache_size = -16384; pragma temp_store = memory');
  // Removed values do not stay in free pages.
  db.exec('pragma secure_delete = on');
}

function insist(db: DatabaseSync, pragma: string, wanted: string, expected: string | number): void {
  db.exec(`pragma ${pragma} = ${wanted}`);
  const actual = db.prepare(`pragma ${pragma}`).get()?.[pragma];
  if (actual !== expected)
    throw new Error(`SQLite ignored the pragma ${pragma}: it is ${actual}, expected ${expected}.`);
}
