import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position, Recorded } from '../../kernel/event.js';
import type { EventLog } from './event-log.js';
import type { PositionRange } from './position-at-time.js';

const PAGE = 500;

export interface ScanRange extends PositionRange {
  /** Events read at a time. Default 500. */
  readonly pageSize?: number;
  /** Most events read, other tenants' included. Default: no bound. */
  readonly maxRead?: number;
  /** Ends the scan before its next page, for example after a time (`AbortSignal.timeout`). */
  readonly signal?: AbortSignal;
}

export interface ScanPage {
  /** The tenant's events of the page, in the order of the log. May be empty. */
  readonly events: readonly Recorded[];
  /** Events read for the page, other tenants' included. */
  readonly read: number;
  /** Every event of the tenant up to here was handed over. */
  readonly through: Position;
}

/** The events of a tenant in a range of positions. Other work of the process runs between two pages. */
export async function* scanTenant(
  log: EventLog,
  tenantId: string,
  { after, until, untilTime, pageSize = PAGE, maxRead = Number.POSITIVE_INFINITY, signal }: ScanRange,
): AsyncGenerator<ScanPage, void, undefined> {
  const isBeyond = ({ meta }: Recorded) => meta.position > until || (untilTime !== undefined && meta.at > untilTime);
  let read = 0;
  for (let through = after; through < until && read < maxRead && !signal?.aborted; ) {
    if (read > 0) await nextTurn();
    const page = await log.readAll(through, Math.min(pageSize, maxRead - read));
    const last = page.at(-1);
    if (!last) return;
    const end = page.findIndex(isBeyond);
    const beyond = page[end];
    read += page.length;
    through = beyond ? Math.min(beyond.meta.position - 1, until) : last.meta.position;
    const inRange = beyond ? page.slice(0, end) : page;
    yield { events: inRange.filter(({ meta }) => meta.tenantId === tenantId), read: page.length, through };
    if (beyond) return;
  }
}
