import { closeSync, existsSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { DatabaseThread } from './database-thread.js';
import { WalCheckpoints } from './wal-checkpoints.js';

const syncing = promisify(fdatasync);
const fileOf = (path: string): string => `${path}-wal`;

/** The write-ahead log of a database that this process owns. The event loop never waits for its disk. */
export class WalFile {
  private readonly file: number;
  private readonly thread: DatabaseThread;
  private readonly checkpoints: WalCheckpoints;

  /** @param failed called when a checkpoint fails */
  constructor(path: string, name: string, failed: (error: unknown) => void) {
    this.file = openSync(fileOf(path), 'r+');
    this.thread = new DatabaseThread(path, name);
    this.checkpoints = new WalCheckpoints(path, () => this.thread.checkpoint(), failed);
  }

  /** Every commit before the call outlasts a loss of power. */
  sync(): Promise<void> {
    return syncing(this.file);
  }

  /** Called after each commit. */
  committed(): void {
    this.checkpoints.committed();
  }

  /** Waits until the file takes writes. */
  unlocked(): Promise<void> {
    return this.thread.unlocked();
  }

  /** Does the work while no checkpoint runs. */
  between(work: () => void): Promise<void> {
    return this.thread.between(work);
  }

  async close(): Promise<void> {
    await this.thread.close();
    closeSync(this.file);
  }
}

/** Called after a read of a database that another process owns: it makes durable what was read. */
export function syncWal(path: string): void {
  if (!existsSync(fileOf(path))) return;
  const file = openSync(fileOf(path), 'r');
  try {
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}
