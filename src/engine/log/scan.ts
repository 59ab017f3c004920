import type { Position, Recorded } from '../../kernel/event.js';
import { parseStreamName } from '../../kernel/stream.js';
import type { EventLog, UnreadableEvent } from './event-log.js';
import type { PositionRange } from './position-at-time.js';

const PAGE = 500;

export interface ScanRange extends PositionRange {
  /** Events read at a time. Default 500. */
  readonly pageSize?: number;
  /** Most events read, other tenants' included. Default: no bound. */
  readonly maxRead?: number;
  /** Events of a newer version are returned separately instead of ending the scan with an error. */
  readonly skipsUnreadable?: boolean;
  /** Ends the scan before its next page, for example after a time (`AbortSignal.timeout`). */
  readonly signal?: AbortSignal;
}

export interface ScanPage {
  /** The tenant's events of the page, in the order of the log. May be empty. */
  readonly events: readonly Recorded[];
  /** Events of the tenant that a newer version wrote; only where the reader skips them. */
  readonly unreadable: readonly UnreadableEvent[];
  /** Events read for the page, other tenants' included. */
  readonly read: number;
  /** Every event of the tenant up to here was handed over. */
  readonly through: Position;
}

/** The events of a tenant in a range of positions. */
export async function* scanTenant(
  log: EventLog,
  tenantId: string,
  { after, until, untilTime, pageSize = PAGE, maxRead = Number.POSITIVE_INFINITY, signal, ...range }: ScanRange,
): AsyncGenerator<ScanPage, void, undefined> {
  const isBeyond = ({ meta }: Recorded) => meta.position > until || (untilTime !== undefined && meta.at > untilTime);
  const isOwn = ({ stream }: UnreadableEvent) => parseStreamName(stream).tenantId === tenantId;
  let read = 0;
  for (let through = after; through < until && read < maxRead && !signal?.aborted; ) {
    const limit = Math.min(pageSize, maxRead - read);
    const page = await (range.skipsUnreadable ? log.readableAll(through, limit) : strictly(log, through, limit));
    if (!page.last) return;
    const beyond = page.events.find(isBeyond)?.meta.position ?? Number.POSITIVE_INFINITY;
    read += page.events.length + page.unreadable.length;
    through = Math.min(page.last.position, beyond - 1, until);
    const events = page.events.filter(({ meta }) => meta.tenantId === tenantId && meta.position < beyond);
    const unreadable = page.unreadable.filter((each) => each.position <= through && isOwn(each));
    yield { events, unreadable, read: page.events.length + page.unreadable.length, through };
    if (beyond !== Number.POSITIVE_INFINITY) return;
  }
}

/** @throws UnknownEvent */
async function strictly(log: EventLog, after: Position, limit: number) {
  const events = await log.readAll(after, limit);
  return { events, unreadable: [], last: events.at(-1)?.meta };
}
