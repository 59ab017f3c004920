import type { Position } from '../../src/kernel/event.js';
import { type Instant, MINUTE, plus } from '../../src/kernel/instant.js';
import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
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
 * A range of positions that holds every event from `from` to `to`, and few others. AuthenticatorService check the time of each event.
 * `until` is undefined where the range ends with the log.
 */
export async function publicPositionsBetween(
  entries: PublicEventEntries,
  { from, to, head }: { readonly from: Instant; readonly to: Instant; readonly head: Position },
): Promise<{ readonly after: Position; readonly until: Position | undefined }> {
  const [first, last] = [plus(from, -MAX_CLOCK_SKEW_MS), plus(to, MAX_CLOCK_SKEW_MS)];
  const [before, within] = await Promise.all([
    lastWhere(entries, head, ({ at }) => at < first),
    lastWhere(entries, head, ({ at }) => at <= last),
  ]);
  return { after: before.position, until: within.isNewest ? undefined : within.position };
}

/** The entry before which `holds` and behind which it does not. Positions are halved: an index of times costs every write. */
async function lastWhere(entries: PublicEventEntries, head: Position, holds: (entry: PublicEventEntry) => boolean) {
  let [position, end, isNewest] = [0, head, true];
  while (position < end) {
    const middle = position + Math.floor((end - position) / 2);
    const { docs } = await entries.find({ after: { key: publicEventKey(middle) }, limit: 1 });
    const next = docs[0];
    if (next && holds(next)) position = next.position;
    else {
      isNewest &&= next === undefined;
      end = middle;
    }
  }
  return { position, isNewest };
}
