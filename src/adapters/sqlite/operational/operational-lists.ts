import { epochMs } from '../../../kernel/instant.js';
import type { ListedPage, ListedRange } from '../../../ports/stores/operational-store.js';
import { ALL_TIME, type Span, slotted } from '../../../ports/stores/time-slots.js';
import { type Prepared, row } from '../statements.js';
import type { OperationalCounts } from './operational-counts.js';

const COUNT = `
  select count(*) from entries
  where tenant = ? and kind = ? and facet in (select value from json_each(?)) and newest > ? and newest <= ?`;

export const spanOf = ({ after, before }: ListedRange): Span => ({
  from: after === undefined ? ALL_TIME.from : epochMs(after) + 1,
  to: before === undefined ? ALL_TIME.to : epochMs(before),
});

/** Questions for listed entries; each reads a range of the index for each facet, or counters. */
export function operationalLists(prepared: Prepared, counts: OperationalCounts) {
  return {
    /** Row numbers of a page, the newest first. */
    page(tenant: string, kind: string, range: ListedRange, { limit, behind, skip = 0 }: ListedPage): readonly number[] {
      const { from, to } = spanOf(range);
      if (range.facets.length === 0 || to <= from) return [];
      const [newest, id] = behind ? [-epochMs(behind.at), behind.id] : [1 - to, ''];
      const named = Object.fromEntries(range.facets.map((facet, n) => [`f${n}`, facet]));
      const bound = { tenant, kind, newest: Math.max(newest, 1 - to), id, last: 0 - from, limit, skip, ...named };
      const found = prepared(selectPage(range.facets.length)).all(bound) as unknown as readonly [
        number,
        string,
        number,
      ][];
      return found.map(([, , n]) => n);
    },
    count(tenant: string, kind: string, range: ListedRange): number {
      const facets = JSON.stringify(range.facets);
      const { slots, edges } = slotted(spanOf(range));
      const inSlots = slots.map((each) => counts.inSlots(tenant, kind, facets, each));
      const inEdges = edges.map(
        ({ from, to }) => row<[number]>(prepared(COUNT), tenant, kind, facets, 0 - to, 0 - from)?.[0] ?? 0,
      );
      return [...inSlots, ...inEdges].reduce((sum, n) => sum + n, 0);
    },
  };
}

/** SQLite merges the facets, each in the order of the index, and ends with the page. */
function selectPage(facets: number): string {
  const ranges = Array.from(
    { length: facets },
    (_, n) => `
      select newest, id, n from entries
      where tenant = :tenant and kind = :kind and facet = :f${n} and (newest, id) > (:newest, :id) and newest <= :last`,
  );
  return `${ranges.join(' union all ')} order by newest, id limit :limit + 0 offset :skip`;
}
