import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefused } from '../../ports/process/start-refused.js';
import { isBusy, isDamaged, isForbidden } from './errors.js';

export interface OpenOptions {
  /** FULL: a commit survives the loss of power. NORMAL: only the end of the process, until its write-ahead log is synced. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /**
   * One process owns the file until it closes it or ends. Others may read it meanwhile.
   * Default: processes share the file.
   */
  readonly owned?: boolean;
  /** Pages of the write-ahead log after which a commit moves it into the file. Default: 2,000, which are 8 MiB. */
  readonly checkpointPages?: number;
  /** Makes the tables of the file. */
  readonly prepare?: (db: DatabaseSync) => void;
  /** Advice for a damaged file. Default: to restore it. */
  readonly whenDamaged?: string;
}

const RESTORE = 'Restore it from a backup, or name another DATA_DIR.';
export const MEMORY = ':memory:';
const OWNER_ONLY = 0o600;
/** How long to wait for a lock; an owner holds the file for good, so only one that is just leaving is waited for. */
const PATIENCE_MS = { shared: 5000, owned: 500 };
/** 10,000 stop the event loop for 50 ms. */
const CHECKPOINT_PAGES = 2_000;
const SYNCHRONOUS = { NORMAL: 1, FULL: 2 } as const;

/**
 * Opens or makes the database in WAL mode. It throws if SQLite does not apply the settings.
 * @throws StartRefused where another process has the file, it is damaged, or this user cannot read and write it
 */
export function openDatabase(path: string, options: OpenOptions): DatabaseSync {
  let db: DatabaseSync | undefined;
  let lock: DatabaseSync | undefined;
  try {
    if (path !== MEMORY) mkdirSync(dirname(path), { recursive: true });
    if (path !== MEMORY && existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
    lock = options.owned && path !== MEMORY ? ownerLock(path) : undefined;
    db = new Database(path, PATIENCE_MS[options.owned ? 'owned' : 'shared'], lock);
    configure(db, path, options);
    options.prepare?.(db);
    beginWal(db);
    insist(db, 'synchronous', options.synchronous, SYNCHRONOUS[options.synchronous]);
    return db;
  } catch (error) {
    db?.close();
    if (lock?.isOpen) lock.close();
    throw refusal(path, options, error);
  }
}

/** Keeps the lock of its file until it is closed. */
class Database extends DatabaseSync {
  private readonly lock: DatabaseSync | undefined;

  constructor(path: string, timeout: number, lock: DatabaseSync | undefined) {
    super(path, { timeout });
    this.lock = lock;
  }

  override close(): void {
    super.close();
    this.lock?.close();
  }
}

/**
 * A file next to the database, which this connection locks for its whole life. The system takes the lock from a dead
 * owner, so a file that is left over locks nothing.
 */
function ownerLock(path: string): DatabaseSync {
  makeForOwner(`${path}.lock`);
  const lock = new DatabaseSync(`${path}.lock`, { timeout: PATIENCE_MS.owned });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** A file that exists is not opened: to close it would release the locks that this process has on it. */
function makeForOwner(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Reads a file that a service may own. A page is one transaction, so that the write-ahead log can become empty. */
export function openReader(path: string, whenDamaged?: string): DatabaseSync {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: PATIENCE_MS.shared });
    db.prepare('pragma schema_version').get();
    return db;
  } catch (error) {
    throw refusal(path, { ...(whenDamaged && { whenDamaged }) }, error);
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

/**
 * A small commit, on a connection whose commits are synced. So the write-ahead log has a header, which NORMAL otherwise
 * syncs in the first commit, and what a dead process left in it is durable.
 */
export function beginWal(db: DatabaseSync): void {
  db.exec(`pragma user_version = ${db.prepare('pragma user_version').get()?.user_version}`);
}

function configure(db: DatabaseSync, path: string, { checkpointPages }: OpenOptions): void {
  insist(db, 'journal_mode', 'wal', path === MEMORY ? 'memory' : 'wal');
  insist(db, 'synchronous', 'FULL', SYNCHRONOUS.FULL);
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
