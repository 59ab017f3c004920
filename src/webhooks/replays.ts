import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../engine/log/event-log.js';
import { type PositionRange, positionsBetween } from '../engine/log/position-at-time.js';
import { readPosition } from '../http/fields/positions.js';
import type { RequestContext } from '../http/pipeline/request-context.js';
import { type Instant, instant } from '../kernel/instant.js';
import { reject, rejectAt } from '../kernel/rejection.js';
import { publishedBetween } from '../public-events/published-between.js';
import { type Delivery, laterQueueId, newDeliveryId, queueId } from './delivery.js';
import { DeliveryStore } from './delivery-store.js';
import { EndpointSettings } from './endpoint-settings.js';
import type { ReplayDto } from './webhook-deliveries.dto.js';

const BATCH = 200;
const ATTEMPTS = 5;

interface Range extends PositionRange {
  readonly covers: (at: Instant) => boolean;
}

/** Plans deliveries anew: for the events of a range, or of one delivery. */
@Injectable()
export class Replays {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DeliveryStore) private readonly deliveries: DeliveryStore,
    @Inject(EndpointSettings) private readonly endpoints: EndpointSettings,
  ) {}

  /** Queues the events of a range behind every waiting delivery. @returns the number of deliveries */
  async replay({ at, caller: { tenantId } }: RequestContext, request: ReplayDto): Promise<number> {
    const { covers, ...range } = await this.rangeOf(request);
    this.endpoints.forget();
    const { types } = await this.endpoints.of(tenantId);
    const head = await this.log.head();
    let planned: Promise<boolean>[] = [];
    let count = 0;
    for await (const { published, payload } of publishedBetween(this.log, tenantId, { ...range, types })) {
      const { conversationId, event } = published;
      const { id: webhookId, position, stream, version } = event.meta;
      if (!covers(event.meta.at)) continue;
      const id = newDeliveryId(at, position);
      const waiting = { id, queued: laterQueueId(conversationId, head, position, id) };
      const start = { status: 'PENDING', attempts: [], earlier: 0, createdAt: at } as const;
      const source = { stream, version };
      const delivery: Delivery = { webhookId, type: payload.type, conversationId, ...start, source };
      planned.push(this.deliveries.plan(tenantId, waiting, delivery));
      count++;
      if (planned.length < BATCH) continue;
      await Promise.all(planned);
      planned = [];
    }
    await Promise.all(planned);
    if (count > 0) await this.deliveries.requestRescan(tenantId);
    return count;
  }

  /** Queues one delivery again, with the same webhook-id and its retry schedule from the start. */
  async retry({ caller: { tenantId } }: RequestContext, id: string): Promise<Delivery> {
    for (let attempt = 1; ; attempt++) {
      const found = (await this.deliveries.get(tenantId, id)) ?? reject('errors.webhook_delivery.not_found');
      const { nextAttemptAt: _, ...rest } = found.value;
      const again: Delivery = { ...rest, status: 'PENDING', earlier: rest.attempts.length };
      if (await this.deliveries.save(tenantId, id, again, found.revision)) {
        await this.deliveries.queue(tenantId, { id, queued: await this.retryQueueId(id, again) });
        await this.deliveries.requestRescan(tenantId);
        return again;
      }
      if (attempt === ATTEMPTS) return reject('errors.store.unavailable');
    }
  }

  private async retryQueueId(id: string, { conversationId, attempts }: Delivery): Promise<string> {
    if (conversationId === undefined) return queueId(`~${id}`, attempts.length);
    return laterQueueId(conversationId, await this.log.head(), attempts.length, id);
  }

  private async rangeOf({ from, to, from_position, to_position }: ReplayDto): Promise<Range> {
    const [byTime, byPosition] = [from ?? to, from_position ?? to_position];
    if (byTime !== undefined && byPosition !== undefined) {
      rejectAt('from_position', 'errors.field.together', { other: 'from, to' });
    }
    if (byPosition !== undefined) {
      const first = readPosition(required('from_position', from_position), 'from_position');
      const until = readPosition(required('to_position', to_position), 'to_position');
      return { after: Math.max(0, first - 1), until, covers: () => true };
    }
    const [first, last] = [instant(required('from', from)), instant(required('to', to))];
    const covers = (at: Instant) => at >= first && at <= last;
    return { ...(await positionsBetween(this.log, first, last)), covers };
  }
}

const required = (path: string, value: string | undefined): string => value ?? rejectAt(path, 'errors.field.required');
