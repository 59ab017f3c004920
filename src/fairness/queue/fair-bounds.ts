import type { Priority } from '../../ports/process/priority.js';
import type { Scope, Shares } from '../tenant-budget.js';

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
  constructor(readonly scope: Scope) {
    super(scope === 'tenant' ? 'too much of this tenant waits' : 'too much waits');
  }
}

export const priorityOf = ({ priority = 'background' }: QueueEntry): Priority => priority;
