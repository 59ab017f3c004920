import type { Effect, Outbox } from '../../../../engine/effects/outbox.js';
import type { Page, Query, Reader } from '../../../../ports/stores/document-store.js';

/** Entries that an offset passes over in the index in one read. */
const SKIPPED_AT_ONCE = 5_000;
const NONE = { docs: [], keys: [], hasMore: false } as const;

/** Effects of one group by id, for `paginate`. The total is a counter. */
export function groupReader<About>(
  outbox: Outbox,
  tenantId: string,
  group: string,
): Pick<Reader<Effect<About>>, 'find' | 'count'> {
  const count = () => outbox.countGroup(tenantId, group);
  return {
    count,
    async find({ after, offset = 0, limit }: Query): Promise<Page<Effect<About>>> {
      let [behind, left] = [after?.key, offset];
      if (left > SKIPPED_AT_ONCE && left >= (await count())) return NONE;
      for (; left > SKIPPED_AT_ONCE; left -= SKIPPED_AT_ONCE) {
        const [last] = await outbox.inGroup(tenantId, group, 1, behind, SKIPPED_AT_ONCE - 1);
        if (!last) return NONE;
        behind = last.key.id;
      }
      const found = await outbox.inGroup<About>(tenantId, group, limit + 1, behind, left);
      const page = found.slice(0, limit);
      return {
        docs: page.map(({ value }) => value),
        keys: page.map(({ key }) => key.id),
        hasMore: found.length > limit,
      };
    },
  };
}
