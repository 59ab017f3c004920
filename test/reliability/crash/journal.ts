import { closeSync, fsync, openSync, readFileSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Entry, Outcome, Wish } from './wish.js';

const synced = promisify(fsync);

/** What was asked and what was answered, line by line. An answer counts once its line is on the disk. */
export class Journal {
  private readonly file: number;
  private waiting: (() => void)[] = [];
  private syncing = false;

  constructor(private readonly path: string) {
    this.file = openSync(path, 'a');
  }

  asked(wish: Wish): void {
    this.write({ wish });
  }

  /** Kept when it is durable. */
  answered({ n }: Wish, outcome: Outcome): Promise<void> {
    this.write({ n, outcome });
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      void this.sync();
    });
  }

  /** Everything there is, from the file. */
  read(): readonly Entry[] {
    const entries = new Map<number, Entry>();
    for (const line of readFileSync(this.path, 'utf8').split('\n')) {
      if (line === '') continue;
      const { wish, n, outcome } = JSON.parse(line) as { wish?: Wish; n: number; outcome: Outcome };
      const known = wish ?? entries.get(n)?.wish;
      if (!known) throw new Error(`an answer to wish ${n}, which nobody asked`);
      entries.set(known.n, { wish: known, outcome: outcome ?? { is: 'unknown' } });
    }
    return [...entries.values()];
  }

  close(): void {
    closeSync(this.file);
  }

  private write(line: object): void {
    writeSync(this.file, `${JSON.stringify(line)}\n`);
  }

  private async sync(): Promise<void> {
    if (this.syncing) return;
    this.syncing = true;
    while (this.waiting.length > 0) {
      const done = this.waiting;
      this.waiting = [];
      await synced(this.file);
      for (const each of done) each();
    }
    this.syncing = false;
  }
}
