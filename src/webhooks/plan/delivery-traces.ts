import { Inject, Injectable } from '@nestjs/common';
import type { Traced, TraceSource } from '../../engine/log/tracing/trace-source.js';
import type { Recorded } from '../../kernel/event.js';
import { toPublishedEvent } from '../../public-events/published/published-event.js';
import { newDeliveryId } from './delivery.js';
import { DeliveryStore } from './delivery-store.js';

/** The delivery of an event, and back. The id of one derives from the event. */
@Injectable()
export class DeliveryTraces implements TraceSource {
  constructor(@Inject(DeliveryStore) private readonly deliveries: DeliveryStore) {}

  /** After the log was put back, a delivery of a lost event may have the id. */
  async of(event: Recorded): Promise<Traced> {
    if (!toPublishedEvent(event)) return {};
    const { meta } = event;
    const id = newDeliveryId(meta.at, meta.position);
    const found = (await this.deliveries.get(meta.tenantId, id))?.value;
    if (found?.webhookId !== meta.id) return {};
    const { status, attempts } = found;
    return { webhooks: [{ id, status, attempts }] };
  }

  /** A test has no event. */
  async eventOf(tenantId: string, id: string): Promise<string | undefined> {
    const found = (await this.deliveries.get(tenantId, id))?.value;
    return found?.source && found.webhookId;
  }
}
