import type { Recorded } from '../../../kernel/event.js';
import { type ParkedSkipped, SKIPS, skipDecider, skippedId } from '../../../kernel/parked/skip.js';
import type { AnyProjection } from '../../../kernel/projection.js';
import { NO_TENANT, streamName } from '../../../kernel/stream.js';
import type { EventLog } from '../../log/event-log.js';

const PAGE = 500;
/** Skips of a deployment. */
export const MOST_SKIPS = 10_000;

/** The read model passes the event over, in a rebuild too. */
export const isSkipped = (
  skips: ReadonlySet<string>,
  { name }: Pick<AnyProjection, 'name'>,
  { meta }: Pick<Recorded, 'meta'>,
): boolean => skips.size > 0 && skips.has(skippedId({ model: name, eventId: meta.id }));

/** Events that the log says are passed over for good. */
export async function readSkips(log: Pick<EventLog, 'readPage'>): Promise<ReadonlySet<string>> {
  const stream = streamName(skipDecider.category, NO_TENANT, SKIPS);
  const skips = new Set<string>();
  for (let from = 1; ; ) {
    const { events, isLast } = await log.readPage(stream, { from, limit: PAGE });
    for (const { data } of events) skips.add(skippedId(data as ParkedSkipped['data']));
    const last = events.at(-1);
    if (isLast || !last) return skips;
    from = last.meta.version + 1;
  }
}
