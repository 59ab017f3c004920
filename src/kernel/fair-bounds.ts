/** Interactive: a person asked for it just now and waits for the outcome. */
export type Priority = 'interactive' | 'background';

/** Bounds of one measure: over all tenants, and of each. */
export interface Shares {
  readonly total: number;
  readonly perTenant: number;
}

export interface FairQueueBounds {
  /** Entries that have a place at the same time. */
  readonly running: Shares;
  /** How many of these places only interactive entries take. Default: none. */
  readonly reserved?: Shares;
  /** How many of the other places only tenants without a place take, so that a crowd of slow ones keeps none out. Default: none. */
  readonly spare?: number;
  /** Entries that wait for a place or gave theirs back for a while. */
  readonly waiting: Shares;
  /** Bytes of those entries. Default: only their number is bounded. */
  readonly waitingBytes?: Shares;
}

export interface QueueEntry {
  readonly tenantId: string;
  /** Default: background. */
  readonly priority?: Priority;
  /** Groups of a tenant take turns. Default: all of its entries are one group. */
  readonly group?: string;
  /** An entry is ignored while another one of the tenant has the same key. */
  readonly key?: string;
  readonly bytes?: number;
}

/** There is no room to wait: `tenant`, its own share is used up; `all`, every share is. */
export class QueueFull extends Error {
  constructor(readonly scope: 'tenant' | 'all') {
    super(scope === 'tenant' ? 'too much of this tenant waits' : 'too much waits');
  }
}

export const priorityOf = ({ priority = 'background' }: QueueEntry): Priority => priority;

const UNBOUNDED: Shares = { total: Number.POSITIVE_INFINITY, perTenant: Number.POSITIVE_INFINITY };
const NONE: Shares = { total: 0, perTenant: 0 };

/** How much waits and runs, in all or of one tenant. */
export class Load {
  waiting = 0;
  bytes = 0;
  running = 0;
  /** Those of `running` that are not interactive. */
  background = 0;

  countWaiting(entry: QueueEntry, by: 1 | -1): void {
    this.waiting += by;
    this.bytes += by * (entry.bytes ?? 0);
  }

  countRunning(entry: QueueEntry, by: 1 | -1): void {
    this.running += by;
    if (priorityOf(entry) === 'background') this.background += by;
  }

  hasPlace({ running, reserved = NONE }: FairQueueBounds, share: keyof Shares, priority: Priority): boolean {
    if (this.running >= running[share]) return false;
    return priority === 'interactive' || this.background < running[share] - reserved[share];
  }

  /** Whether entries of this priority leave more places than the spare ones. */
  hasMoreThanSpare({ running, reserved = NONE, spare = 0 }: FairQueueBounds, priority: Priority): boolean {
    const most = running.total - spare;
    return priority === 'interactive' ? this.running - this.background < most : this.background < most - reserved.total;
  }

  /** Where nothing waits there is room for an entry of any size. */
  hasRoom({ waiting, waitingBytes = UNBOUNDED }: FairQueueBounds, share: keyof Shares, entry: QueueEntry): boolean {
    if (this.waiting >= waiting[share]) return false;
    return this.waiting === 0 || this.bytes + (entry.bytes ?? 0) <= waitingBytes[share];
  }
}
