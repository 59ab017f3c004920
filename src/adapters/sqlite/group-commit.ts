import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import { isIoFailure } from './errors.js';
import { WalFile } from './wal-file.js';

/** A transaction blocks the event loop; more than this waits for the next one. */
const LARGEST_BATCH = 512;
const EX_SOFTWARE = 70;

export interface Change {
  readonly reject: (error: Error) => void;
}

export interface Written {
  /** Whether something was written that has to be durable before the answer. */
  readonly toSync: boolean;
  readonly answer: () => void;
}

export interface GroupCommitOptions<Each extends Change> {
  /** Absent: a commit of SQLite is durable as far as it can be. */
  readonly path: string | undefined;
  /** How messages name the store. */
  readonly name: string;
  /** Makes the changes in one transaction. Throws with nothing written. */
  readonly write: (changes: readonly Each[]) => Written;
  /** Called when nothing can be written any more because the disk failed. */
  readonly ended?: (refusal: StoreUnavailable) => void;
  /** Called when the disk failed and the state of the file is uncertain. Default: the process ends with code 70. */
  readonly onFatal: ((error: unknown) => void) | undefined;
}

/**
 * The changes of one turn of the event loop are one transaction with one sync. Those that come during the sync are the
 * next one.
 */
export class GroupCommit<Each extends Change> {
  private readonly wal: WalFile | undefined;
  private queue: Each[] = [];
  private running: Promise<void> | undefined;
  /** Ends once what was written last is durable and its callers have it. */
  private syncing: Promise<void> | undefined;
  private closing: Promise<void> | undefined;
  /** Why nothing can be written any more. */
  private over: StoreUnavailable | undefined;

  constructor(private readonly options: GroupCommitOptions<Each>) {
    const { path, name } = options;
    this.wal = path === undefined ? undefined : new WalFile(path, name, (error) => this.judge((error as Error).cause));
  }

  /** @throws StoreUnavailable */
  add(change: Each): void {
    if (this.over) throw this.over;
    this.queue.push(change);
    this.running ??= this.run();
  }

  /** Waits for the sync that is under way. @throws StoreUnavailable where it fails */
  async synced(): Promise<void> {
    await this.syncing?.catch((error) => {
      throw this.refusal(error);
    });
  }

  /** Does the work while no checkpoint runs. */
  async between(work: () => void): Promise<void> {
    await (this.wal ? this.wal.between(work) : work());
  }

  /** Ends once every change is written. */
  close(): Promise<void> {
    this.over ??= new StoreUnavailable(`The ${this.options.name} is closed.`);
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    await this.running;
    await this.wal?.close();
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0) {
      await nextTurn();
      await this.commit(this.queue.splice(0, LARGEST_BATCH));
    }
    this.running = undefined;
  }

  private async commit(changes: readonly Each[]): Promise<void> {
    try {
      await this.wal?.unlocked();
      const { toSync, answer } = this.options.write(changes);
      this.syncing = toSync ? this.wal?.sync().then(answer) : undefined;
      if (this.syncing) await this.syncing;
      else answer();
      this.wal?.committed();
    } catch (cause) {
      const refusal = this.refusal(cause);
      for (const { reject } of changes) reject(refusal);
      this.judge(cause);
    }
  }

  /** Where a sync failed, a later one proves nothing: what the disk holds is unknown from then on. */
  private judge(cause: unknown): void {
    if (!isIoFailure(cause)) return;
    const refusal = this.refusal(cause);
    this.over = refusal;
    for (const { reject } of this.queue.splice(0)) reject(refusal);
    this.options.ended?.(refusal);
    (this.options.onFatal ?? endProcess)(cause, this.options.name);
  }

  private refusal(cause: unknown): StoreUnavailable {
    return new StoreUnavailable(`Writing to the ${this.options.name} failed: ${message(cause)}`, { cause });
  }
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function endProcess(error: unknown, name: string): void {
  process.stderr.write(`The disk of the ${name} failed; the process exits: ${message(error)}\n`);
  process.exit(EX_SOFTWARE);
}
