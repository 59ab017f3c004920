import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../../engine/log/event-log.js';
import type { RequestContext } from '../../http/request/request-context.js';
import { type Instant, instant } from '../../kernel/instant.js';
import { reject } from '../../kernel/rejection.js';
import type { Entry, ListedPage } from '../../ports/stores/operational-store.js';
import { type Delivery, deliveryRange, laterQueueId, ownQueue, positionIn, queueId } from '../plan/delivery.js';
import { DeliveryStore } from '../plan/delivery-store.js';
import { EndpointSettings } from '../plan/endpoint-settings.js';
import type { RetriedManyDto, RetryManyDto } from './webhook-deliveries.dto.js';

const ATTEMPTS = 5;

/** Most deliveries that a call queues again, and those that are read at once. */
const MOST_RETRIED = 1_000;
const PAGE = 200;

/** With its retry schedule from the start. */
function renewed(
  { nextAttemptAt: _, heldUntil: _held, wasWoken: _woken, ...rest }: Delivery,
  renewedAt: Instant,
): Delivery {
  return { ...rest, status: 'PENDING', earlier: rest.attempts.length, renewedAt };
}

/** Retries of deliveries by hand. */
@Injectable()
export class Retries {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DeliveryStore) private readonly deliveries: DeliveryStore,
    @Inject(EndpointSettings) private readonly endpoints: EndpointSettings,
  ) {}

  /**
   * Sends one delivery again, with the same webhook-id and its retry schedule from the start. One that has ended is sent at
   * once, without its conversation. One that waits keeps its place, and the first of its conversation is attempted at once.
   * @throws Rejection 404, 409
   */
  async retry({ at, caller: { tenantId } }: RequestContext, id: string): Promise<Delivery> {
    const own = ownQueue(id);
    for (let attempt = 1; ; attempt++) {
      const found = (await this.deliveries.get(tenantId, id)) ?? reject('errors.webhook_delivery.not_found');
      if (attempt === 1) await this.endpoints.enabled(tenantId);
      const again = renewed(found.value, at);
      const { status, conversationId = own, attempts } = found.value;
      const isWaiting = status === 'PENDING';
      const [saved] = await Promise.all([
        this.deliveries.save(tenantId, id, again, found.revision),
        isWaiting || this.deliveries.queues.add(tenantId, { id, queued: queueId(own, attempts.length) }),
      ]);
      if (saved) {
        await this.deliveries.request(tenantId, isWaiting ? [conversationId, own] : []);
        return again;
      }
      if (attempt === ATTEMPTS) return reject('errors.store.unavailable');
    }
  }

  /** Queues the failed deliveries that match, the newest first up to a bound, each conversation in order. @throws Rejection 404, 409 */
  async retryMany({ at, caller: { tenantId } }: RequestContext, body: RetryManyDto): Promise<RetriedManyDto> {
    await this.endpoints.enabled(tenantId);
    const after = body.after === undefined ? undefined : instant(body.after);
    const before = body.before === undefined ? undefined : instant(body.before);
    const head = await this.log.head();
    const range = deliveryRange({ status: body.status, type: body.type, after, before });
    const failed = this.deliveries.listed(tenantId);
    let [retried, isOver] = [0, false];
    for (let behind: ListedPage['behind']; !isOver && retried < MOST_RETRIED; ) {
      const limit = Math.min(PAGE, MOST_RETRIED - retried);
      const page = await failed.newest(range, { limit, ...(behind ? { behind } : {}) });
      const queued = await Promise.all(page.map((entry) => this.requeue(tenantId, entry, { at, head })));
      retried += queued.filter(Boolean).length;
      isOver = page.length < limit;
      const last = page.at(-1);
      if (last) behind = { at: last.value.createdAt, id: last.key.id };
    }
    if (retried > 0) await this.deliveries.request(tenantId);
    return { deliveries: retried, has_more: !isOver };
  }

  /** @returns false where it was changed meanwhile */
  private async requeue(
    tenantId: string,
    { key: { id }, value, revision }: Entry<Delivery>,
    { at, head }: { readonly at: Instant; readonly head: number },
  ): Promise<boolean> {
    const again = renewed(value, at);
    const { conversationId, attempts } = again;
    const conversation = conversationId ?? ownQueue(id);
    const queued =
      conversationId === undefined
        ? queueId(conversation, attempts.length)
        : laterQueueId(conversation, head, positionIn(id), id);
    const [saved] = await Promise.all([
      this.deliveries.save(tenantId, id, again, revision),
      this.deliveries.queues.add(tenantId, { id, queued }),
    ]);
    return saved;
  }
}
