import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../engine/log/event-log.js';
import type { RequestContext } from '../http/pipeline/request-context.js';
import { instant } from '../kernel/instant.js';
import { reject } from '../kernel/rejection.js';
import type { Entry, ListedPage } from '../ports/operational-store.js';
import { type Delivery, deliveryRange, laterQueueId, positionIn, queueId, testQueue } from './delivery.js';
import { DeliveryStore } from './delivery-store.js';
import { EndpointSettings } from './endpoint-settings.js';
import type { RetriedManyDto, RetryManyDto } from './webhook-deliveries.dto.js';

const ATTEMPTS = 5;

/** Most deliveries that a call queues again, and those that are read at once. */
const MOST_RETRIED = 1_000;
const PAGE = 200;

/** With its retry schedule from the start. */
function renewed({ nextAttemptAt: _, heldUntil: _held, wasWoken: _woken, ...rest }: Delivery): Delivery {
  return { ...rest, status: 'PENDING', earlier: rest.attempts.length };
}

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
      const again = renewed(found.value);
      if (await this.deliveries.save(tenantId, id, again, found.revision)) {
        await this.deliveries.queue(tenantId, { id, queued: await this.queueIdOf(id, again) });
        await this.deliveries.requestRescan(tenantId);
        return again;
      }
      if (attempt === ATTEMPTS) return reject('errors.store.unavailable');
    }
  }

  /** Queues the failed deliveries that match, the newest first up to a bound, each conversation in order. @throws Rejection 404, 409 */
  async retryMany({ caller: { tenantId } }: RequestContext, asked: RetryManyDto): Promise<RetriedManyDto> {
    await this.endpoints.enabled(tenantId);
    const after = asked.after === undefined ? undefined : instant(asked.after);
    const before = asked.before === undefined ? undefined : instant(asked.before);
    const head = await this.log.head();
    const range = deliveryRange({ status: asked.status, type: asked.type, after, before });
    const failed = this.deliveries.listed(tenantId);
    let [retried, isOver] = [0, false];
    for (let behind: ListedPage['behind']; !isOver && retried < MOST_RETRIED; ) {
      const limit = Math.min(PAGE, MOST_RETRIED - retried);
      const page = await failed.newest(range, { limit, ...(behind ? { behind } : {}) });
      const queued = await Promise.all(page.map((entry) => this.requeue(tenantId, entry, head)));
      retried += queued.filter(Boolean).length;
      isOver = page.length < limit;
      const last = page.at(-1);
      if (last) behind = { at: last.value.createdAt, id: last.key.id };
    }
    if (retried > 0) await this.deliveries.requestRescan(tenantId);
    return { deliveries: retried, has_more: !isOver };
  }

  /** False where it was changed meanwhile. */
  private async requeue(tenantId: string, { key: { id }, value, revision }: Entry<Delivery>, head: number) {
    const again = renewed(value);
    if (!(await this.deliveries.save(tenantId, id, again, revision))) return false;
    const { conversationId: conversation, attempts } = again;
    const own = queueId(testQueue(id), attempts.length);
    await this.deliveries.queue(tenantId, {
      id,
      queued: conversation === undefined ? own : laterQueueId(conversation, head, positionIn(id), id),
    });
    return true;
  }

  private async queueIdOf(id: string, { conversationId, attempts }: Delivery): Promise<string> {
    if (conversationId === undefined) return queueId(`~${id}`, attempts.length);
    return laterQueueId(conversationId, await this.log.head(), attempts.length, id);
  }
}
