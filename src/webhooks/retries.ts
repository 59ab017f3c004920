import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../engine/log/event-log.js';
import type { RequestContext } from '../http/pipeline/request-context.js';
import { reject } from '../kernel/rejection.js';
import { type Delivery, laterQueueId, queueId } from './delivery.js';
import { DeliveryStore } from './delivery-store.js';
import { EndpointSettings } from './endpoint-settings.js';

const ATTEMPTS = 5;

/** Deliveries that are sent again because someone asks for it. */
@Injectable()
export class Retries {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DeliveryStore) private readonly deliveries: DeliveryStore,
    @Inject(EndpointSettings) private readonly endpoints: EndpointSettings,
  ) {}

  /** Queues one delivery again, with the same webhook-id and its retry schedule from the start. @throws Rejection 404, 409 */
  async retry({ caller: { tenantId } }: RequestContext, id: string): Promise<Delivery> {
    for (let attempt = 1; ; attempt++) {
      const found = (await this.deliveries.get(tenantId, id)) ?? reject('errors.webhook_delivery.not_found');
      if (attempt === 1) await this.endpoints.enabled(tenantId);
      const { nextAttemptAt: _, ...rest } = found.value;
      const again: Delivery = { ...rest, status: 'PENDING', earlier: rest.attempts.length };
      if (await this.deliveries.save(tenantId, id, again, found.revision)) {
        await this.deliveries.queue(tenantId, { id, queued: await this.queueIdOf(id, again) });
        await this.deliveries.requestRescan(tenantId);
        return again;
      }
      if (attempt === ATTEMPTS) return reject('errors.store.unavailable');
    }
  }

  private async queueIdOf(id: string, { conversationId, attempts }: Delivery): Promise<string> {
    if (conversationId === undefined) return queueId(`~${id}`, attempts.length);
    return laterQueueId(conversationId, await this.log.head(), attempts.length, id);
  }
}
