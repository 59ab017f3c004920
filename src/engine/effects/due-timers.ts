import { type FairQueueBounds, type QueueEntry, QueueFull } from '../../fairness/queue/fair-bounds.js';
import { FairQueue } from '../../fairness/queue/fair-queue.js';
import type { Clock } from '../../ports/process/clock.js';
import type { DuePlace, Entry, OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';
import { RepeatedWork } from './repeated-work.js';

const TIMER = 'timer';

const SCAN_MS = 250;
const PAGE = 200;
const PAGES_A_SCAN = 10;
const BOUNDS: FairQueueBounds = {
  running: { total: 16, perTenant: 4 },
  waiting: { total: 10_000, perTenant: 500 },
};
/** Above every character an id may hold. */
const LAST = '\u{10ffff}';

interface Waiting extends QueueEntry {
  readonly entry: OperationalKey;
}

/** Fires timers that are due and removes them. Tenants take turns; a timer that cannot fire holds up no other. */
export class DueTimers<T> {
  private readonly queue = new FairQueue<Waiting>(BOUNDS);
  /** Where the next scan continues; undefined: at the beginning. */
  private place: DuePlace | undefined;
  private readonly scans = new RepeatedWork(
    SCAN_MS,
    () => this.scan(),
    (error) => this.failed('timers', error),
  );

  constructor(
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    /** May run again for the same timer. */
    private readonly fire: (timer: T) => Promise<void>,
    private readonly failed: (name: string, error: unknown) => void,
  ) {}

  /** Timers that wait for a place. */
  get waiting(): number {
    return this.queue.waiting;
  }

  start(): void {
    this.close();
    this.scans.start();
  }

  /** Fires nothing more; what fires now may still end. */
  close(): void {
    this.scans.close();
    this.place = undefined;
    this.queue.drain();
  }

  private async scan(): Promise<void> {
    for (let n = 0; n < PAGES_A_SCAN; n++) {
      const page = await this.operations.due<T>(TIMER, this.clock.now(), PAGE, this.place);
      if (!this.scans.isOpen) return;
      const refused = page.find(({ key }) => !this.enqueue(key));
      this.fireWaiting();
      if (refused) this.place = behindTenant(refused);
      else this.place = page.length < PAGE ? undefined : page.at(-1);
      if (!this.place) return;
    }
  }

  /** A later scan finds the timers that there is no room for. */
  private enqueue(entry: OperationalKey): boolean {
    try {
      this.queue.add({ tenantId: entry.tenantId, key: entry.id, entry });
      return true;
    } catch (error) {
      if (error instanceof QueueFull) return false;
      throw error;
    }
  }

  private fireWaiting(): void {
    for (let next = this.queue.take(); next; next = this.queue.take()) void this.fireOne(next);
  }

  private async fireOne(waiting: Waiting): Promise<void> {
    try {
      const entry = await this.operations.get<T>(waiting.entry);
      if (entry && this.scans.isOpen) {
        await this.fire(entry.value);
        await this.operations.remove(waiting.entry);
      }
    } catch (error) {
      this.failed('timers', error);
    }
    this.queue.remove(waiting);
    if (this.scans.isOpen) this.fireWaiting();
  }
}

/** Skips all timers that one tenant has due at the same moment. */
const behindTenant = ({ key: { tenantId }, due }: Entry): DuePlace => ({
  key: { tenantId, id: LAST },
  ...(due && { due }),
});
