import type { DatabaseSync } from 'node:sqlite';
import type { Prepared } from './statements.js';

/**
 * One transaction for all reads of a turn of the event loop. A read outside of a transaction locks and unlocks the file,
 * which takes longer than the read itself. A write on the same connection ends the transaction first.
 */
export class TurnTransaction {
  private isOpen = false;
  /** How many calls of `outside` are running. */
  private exclusions = 0;

  constructor(
    private readonly db: DatabaseSync,
    private readonly prepared: Prepared,
  ) {}

  /** Called before each read. */
  begin(): void {
    if (this.isOpen || this.exclusions > 0) return;
    this.prepared('begin').run();
    this.isOpen = true;
    setImmediate(() => this.end());
  }

  /** Called before each write. Never throws: there is nothing to lose. */
  end(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    try {
      this.prepared('commit').run();
    } catch {
      // The read that failed has already reported the cause: the disk, or a damaged file.
      if (this.db.isOpen && this.db.isTransaction) this.db.exec('rollback');
    }
  }

  /** Runs work that writes in several steps, or that waits until no transaction reads. Reads have no transaction meanwhile. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    this.end();
    this.exclusions++;
    try {
      return await work();
    } finally {
      this.exclusions--;
    }
  }
}
