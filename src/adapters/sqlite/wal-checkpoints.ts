import { statSync } from 'node:fs';

/** A write-ahead log of this size is moved into the file. */
const LONG_BYTES = 8_388_608;

/**
 * Copies a long write-ahead log into its file outside the event loop. Inside a commit the copy held the loop for 10 ms,
 * and for 85 ms on a busy disk.
 */
export class WalCheckpoints {
  private readonly file: string;
  private isRunning = false;

  constructor(
    path: string,
    private readonly checkpoint: () => Promise<void>,
    private readonly failed: (error: unknown) => void = () => undefined,
  ) {
    this.file = `${path}-wal`;
  }

  /** Called after each commit. One that fails is made again after the next commit. */
  committed(): void {
    if (this.isRunning || this.size() < LONG_BYTES) return;
    this.isRunning = true;
    const done = () => {
      this.isRunning = false;
    };
    this.checkpoint().catch(this.failed).then(done, done);
  }

  /** The commit is done, so a failed look at the file does not matter. */
  private size(): number {
    try {
      return statSync(this.file).size;
    } catch {
      return 0;
    }
  }
}
