import { limits } from '../catalogue/limits/limits.js';
import { type Listing, readCursor, writeCursor } from '../http/pipeline/paging.js';
import { instant } from '../kernel/instant.js';
import { rejectAt } from '../kernel/rejection.js';
import type { Entry } from '../ports/operational-store.js';
import { type Delivery, idsFrom } from './delivery.js';
import type { DeliveryStore } from './delivery-store.js';
import type { WebhookDeliveryQueryDto } from './webhook-deliveries.dto.js';

/** One page of deliveries, newest first, with the total. */
export async function listDeliveries(
  deliveries: DeliveryStore,
  tenantId: string,
  asked: WebhookDeliveryQueryDto,
): Promise<Listing<Entry<Delivery>>> {
  const { status, type, cursor } = asked;
  if (cursor !== undefined && asked.offset !== undefined) {
    rejectAt('offset', 'errors.field.together', { other: 'cursor' });
  }
  const after = asked.after === undefined ? undefined : instant(asked.after);
  const before = asked.before === undefined ? undefined : instant(asked.before);
  const binding = { of: 'deliveries', status, type, after, before };
  const mark = cursor === undefined ? undefined : readCursor(cursor, binding);
  const limit = asked.limit ?? limits.listDefault;
  const offset = mark?.o ?? asked.offset ?? 0;
  const docs: Entry<Delivery>[] = [];
  let total = 0;
  let passed = 0;

  const matches = ({ value }: Entry<Delivery>) =>
    (status === undefined || value.status === status) &&
    (type === undefined || value.type === type) &&
    (before === undefined || value.createdAt < before);

  function take(entry: Entry<Delivery>): void {
    total++;
    if (mark ? entry.key.id <= mark.k : passed < offset) passed++;
    else if (docs.length <= limit) docs.push(entry);
  }

  pages: for await (const page of deliveries.newestFirst(tenantId, before && idsFrom(before))) {
    for (const entry of page) {
      if (after !== undefined && entry.value.createdAt <= after) break pages;
      if (matches(entry)) take(entry);
    }
  }
  const hasMore = docs.length > limit;
  const shown = docs.slice(0, limit);
  const last = shown.at(-1);
  const next =
    hasMore && last ? { next_cursor: writeCursor(binding, { k: last.key.id, o: offset + shown.length }) } : {};
  return { docs: shown, paging: { has_more: hasMore, total_elements: total, limit, offset, ...next } };
}
