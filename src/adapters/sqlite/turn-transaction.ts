import type { DatabaseSync } from 'node:sqlite';
import type { Prepared } from './statements.js';

/**
 * One transaction for all reads of a turn of the event loop. In a transaction of its own, each read locks and unlocks the
 * file, which takes longer than the read. Commits of the same connection end it, so reads see what was committed before.
 */
export class TurnTransaction {
  private isOpen = false;
  /** Pieces of work during which each read has a transaction of its own. */
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

  /** Called before each write. Does not fail: nothing was written. */
  end(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    try {
      this.prepared('commit').run();
    } catch {
      // The read that failed has told why: the disk, or a damaged file.
      if (this.db.isOpen && this.db.isTransaction) this.db.exec('rollback');
    }
  }

  /** For writes in many steps, and for work that waits until nobody reads. */
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
