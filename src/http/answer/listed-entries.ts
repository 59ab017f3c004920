import { limits } from '../../catalogue/limits/limits.js';
import { epochMs, type Instant, instant, MINUTE } from '../../kernel/instant.js';
import { rejectAt } from '../../kernel/rejection.js';
import type { Condition, Page, Query, Reader } from '../../ports/stores/document-store.js';
import type { Entry, ListedPage, ListedRange } from '../../ports/stores/operational-store.js';
import type { PagedListing } from './page-parts.js';
import { listing, type PageQuery, type Paging } from './paging.js';

/** Listed entries of one tenant and kind. */
export interface ListedEntries<V> {
  newest(range: ListedRange, page: ListedPage): Promise<readonly Entry<V>[]>;
  count(range: ListedRange): Promise<number>;
}

/** Entries that are passed over one by one; further ones are found by counting. */
const MOST_SKIPPED = 500;
/** Entries that are read at once. */
const READ_AT_ONCE = 200;

/** One page of listed entries, newest first, with the total. Offsets and totals read counters. */
export function listingOf<V>(
  entries: ListedEntries<V>,
  range: ListedRange,
  requested: PageQuery,
  atOf: (value: V) => Instant,
): Promise<PagedListing<Entry<V>, Paging>> {
  const { facets, after, before } = range;
  const where: readonly Condition[] = [
    { field: 'facet', is: 'in', values: facets },
    ...(after === undefined ? [] : [{ field: 'at', is: '>', value: after } as const]),
    ...(before === undefined ? [] : [{ field: 'at', is: '<', value: before } as const]),
  ];
  return listing(listedReader(entries, range, atOf), requested, { where }, limits.listDefault, ({ value }) =>
    atOf(value),
  );
}

function listedReader<V>(
  entries: ListedEntries<V>,
  range: ListedRange,
  atOf: (value: V) => Instant,
): Pick<Reader<Entry<V>>, 'find' | 'count'> {
  return {
    count: () => entries.count(range),
    async find({ after, offset = 0, limit: most }: Query): Promise<Page<Entry<V>>> {
      const limit = Math.min(most, READ_AT_ONCE);
      const start = after ? { behind: { at: timeOf(after.value), id: after.key } } : { skip: offset };
      const found = await pageFrom(start);
      const docs = found.slice(0, limit);
      return { docs, keys: docs.map(({ key }) => key.id), hasMore: found.length > limit };

      async function pageFrom(place: Pick<ListedPage, 'behind' | 'skip'>): Promise<readonly Entry<V>[]> {
        const { skip = 0 } = place;
        if (skip <= MOST_SKIPPED) return entries.newest(range, { limit: limit + 1, ...place });
        const [newest] = await entries.newest(range, { limit: 1 });
        if (!newest || skip >= (await entries.count(range))) return [];
        const { before, left } = await passOver(entries, range, epochMs(atOf(newest.value)) + 1, skip);
        return entries.newest({ ...range, before }, { limit: limit + 1, skip: left });
      }
    },
  };
}

/**
 * The time before which all but the first `skip` entries are, but for a few that are left to pass over. It halves the
 * span of time again and again, and counts the newer half.
 */
async function passOver<V>(entries: ListedEntries<V>, range: ListedRange, newest: number, skip: number) {
  let [low, high, left] = [range.after === undefined ? 0 : epochMs(range.after) + 1, newest, skip];
  while (high - low > 1 && left > 0) {
    const middle = Math.floor((low + high) / 2);
    const cut = high - low > 2 * MINUTE ? middle - (middle % MINUTE) : middle;
    const newer = await entries.count({ ...range, after: instant(cut - 1), before: instant(high) });
    if (newer <= left) [high, left] = [cut, left - newer];
    else low = cut;
  }
  return { before: instant(high), left };
}

/** @throws Rejection 400 at `cursor` when it names no time */
function timeOf(value: unknown): Instant {
  if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return instant(value);
  return rejectAt('cursor', 'errors.field.format', { format: 'a cursor of this list' });
}
