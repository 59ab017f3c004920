import type { Position } from '../../src/kernel/event.js';
import { type Instant, MINUTE, plus } from '../../src/kernel/instant.js';
import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { positionsInTime } from '../../src/ports/stores/time-search.js';
import { type PublicEventEntry, publicEventIndex, publicEventKey } from './projection.js';

/** The clocks of two processes differ by less, so by less the times of the log are out of order. */
const MAX_CLOCK_SKEW_MS = MINUTE;

export type PublicEventEntries = Reader<PublicEventEntry>;

export const publicEventsOf = (documents: DocumentStore, tenantId: string): PublicEventEntries =>
  documents.reader(publicEventIndex, tenantId);

/** One page of entries in log order; `after` is exclusive, `until` inclusive. */
export async function publicEventPage(
  entries: PublicEventEntries,
  { after, until }: { readonly after: Position; readonly until: Position },
  limit: number,
): Promise<{ readonly docs: readonly PublicEventEntry[]; readonly hasMore: boolean }> {
  const { docs, hasMore } = await entries.find({ after: { key: publicEventKey(after) }, limit });
  const inRange = docs.filter(({ position }) => position <= until);
  return { docs: inRange, hasMore: hasMore && inRange.length === docs.length };
}

/**
 * A range of positions that holds every event from `from` to `to`, and few others. Callers check the time of each
 * event. `until` is undefined where the range ends with the log.
 */
export async function publicPositionsBetween(
  entries: PublicEventEntries,
  { from, to, head }: { readonly from: Instant; readonly to: Instant; readonly head: Position },
): Promise<{ readonly after: Position; readonly until: Position | undefined }> {
  const range = { from: plus(from, -MAX_CLOCK_SKEW_MS), to: plus(to, MAX_CLOCK_SKEW_MS), head };
  return positionsInTime(async (position) => {
    const { docs } = await entries.find({ after: { key: publicEventKey(position) }, limit: 1 });
    return docs[0];
  }, range);
}
