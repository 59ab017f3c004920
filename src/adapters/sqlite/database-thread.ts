import { Worker } from 'node:worker_threads';
import { QueueFull } from '../../fairness/queue/fair-bounds.js';
import { FairRunner } from '../../fairness/queue/fair-runner.js';
import { NO_TENANT } from '../../kernel/stream.js';
import { SearchTooBroad } from '../../ports/stores/document-store.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import { AnsweringThread } from '../../processes/answering-thread.js';
import { scriptBeside, sourceArguments } from '../../processes/script.js';
import type { AskedPage, AskedTotal, PageOfRows } from './documents/document-pages.js';
import { toStoreError } from './unavailable.js';

export type ToDatabaseThread =
  | { readonly kind: 'page'; readonly request: AskedPage }
  | { readonly kind: 'total'; readonly request: AskedTotal }
  | { readonly kind: 'copy' }
  | { readonly kind: 'empty' };

/** `partly`: another connection reads a state that the write-ahead log still holds. */
type Found = PageOfRows | number | 'partly' | undefined;

export type FromDatabaseThread =
  | { readonly found: Found }
  | { readonly failure: 'broad' }
  | { readonly failure: 'error'; readonly message: string; readonly code?: unknown; readonly errcode?: unknown };

const BOUNDS = {
  running: { total: 1, perTenant: 1 },
  waiting: { total: 1_000, perTenant: 100 },
};
const HEAP_MIB = 128;

/**
 * Reads and checkpoints that take long, in a thread with connections of its own: the event loop does not wait for
 * them. One runs at a time; tenants take turns.
 */
export class DatabaseThread {
  private readonly turns = new FairRunner(BOUNDS);
  private readonly thread = new AnsweringThread<ToDatabaseThread, FromDatabaseThread>(() => this.start());
  /** Ends once the thread has emptied the write-ahead log. It locks the file against writers for that time. */
  private emptying: Promise<unknown> | undefined;
  private isClosed = false;

  /** @param name what messages call the store */
  constructor(
    private readonly path: string,
    private readonly name: string,
  ) {}

  /** Work that waits for the thread. */
  get waiting(): number {
    return this.turns.waiting;
  }

  /** @throws SearchTooBroad, StoreUnavailable */
  page(tenantId: string, request: AskedPage): Promise<PageOfRows> {
    return this.inTurn(tenantId, () => this.ask({ kind: 'page', request })) as Promise<PageOfRows>;
  }

  /** @throws SearchTooBroad, StoreUnavailable */
  total(tenantId: string, request: AskedTotal): Promise<number> {
    return this.inTurn(tenantId, () => this.ask({ kind: 'total', request })) as Promise<number>;
  }

  /**
   * Moves the write-ahead log into the file and empties it; leaves what the disk or another connection does not let it.
   * @throws StoreUnavailable
   */
  async checkpoint(): Promise<void> {
    await this.inTurn('', async () => {
      if ((await this.ask({ kind: 'copy' })) === 'partly') return undefined;
      const emptying = this.ask({ kind: 'empty' });
      this.emptying = emptying.catch(() => undefined);
      return emptying.finally(() => {
        this.emptying = undefined;
      });
    });
  }

  /** Waits while the thread locks the file. SQLite blocks the event loop while it waits for a lock. */
  async unlocked(): Promise<void> {
    while (this.emptying) await this.emptying;
  }

  /** Does the work while the thread does none. */
  between(work: () => void): Promise<void> {
    return this.turns.run({ tenantId: NO_TENANT, priority: 'interactive' }, async () => work());
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.thread.close();
  }

  private inTurn(tenantId: string, work: () => Promise<Found>): Promise<Found> {
    return this.turns.run({ tenantId, priority: 'interactive' }, work).catch((error) => {
      if (error instanceof QueueFull) throw new StoreUnavailable(`${this.work}: ${error.message}`, { cause: error });
      throw error;
    });
  }

  private async ask(message: ToDatabaseThread): Promise<Found> {
    if (this.isClosed) throw new StoreUnavailable(`${this.work}: it is closed`);
    const answer = await this.thread.ask(message).catch((error: Error) => {
      throw new StoreUnavailable(`${this.work}: ${error.message}`, { cause: error });
    });
    if ('found' in answer) return answer.found;
    if (answer.failure === 'broad') throw new SearchTooBroad();
    const { message: text, code, errcode } = answer;
    throw toStoreError(this.work, Object.assign(new Error(text), { code, errcode }));
  }

  private get work(): string {
    return `Long work on the ${this.name}`;
  }

  private start(): Worker {
    return new Worker(scriptBeside(import.meta.url, 'database-child'), {
      workerData: this.path,
      execArgv: sourceArguments(import.meta.url),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
  }
}
