import { listingOf } from '../../http/answer/listed-entries.js';
import type { PagedListing } from '../../http/answer/page-parts.js';
import { instant } from '../../kernel/instant.js';
import type { Entry } from '../../ports/stores/operational-store.js';
import { type Delivery, deliveryRange } from '../plan/delivery.js';
import type { DeliveryStore } from '../plan/delivery-store.js';
import type { WebhookDeliveryQueryDto } from './webhook-deliveries.dto.js';

/** One page of deliveries, newest first, with the total. */
export function listDeliveries(
  deliveries: DeliveryStore,
  tenantId: string,
  query: WebhookDeliveryQueryDto,
): Promise<PagedListing<Entry<Delivery>>> {
  const { status, type } = query;
  const after = query.after === undefined ? undefined : instant(query.after);
  const before = query.before === undefined ? undefined : instant(query.before);
  const range = deliveryRange({ status, type, after, before });
  return listingOf(deliveries.listed(tenantId), range, query, ({ createdAt }) => createdAt);
}
