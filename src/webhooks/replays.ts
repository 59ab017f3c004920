import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../engine/log/event-log.js';
import { positionsBetween } from '../engine/log/position-at-time.js';
import { readPosition } from '../http/fields/positions.js';
import type { RequestContext } from '../http/pipeline/request-context.js';
import { type Instant, instant } from '../kernel/instant.js';
import { reject, rejectAt } from '../kernel/rejection.js';
import { publishedBetween } from '../public-events/published-between.js';
import { type Delivery, laterQueueId, newDeliveryId, queueId } from './delivery.js';
import { DeliveryStore } from './delivery-store.js';
import { EndpointSettings } from './endpoint-settings.js';
import type { ReplayDto } from './webhook-deliveries.dto.js';

const PLANNED_AT_ONCE = 200;
const ATTEMPTS = 5;

interface Range {
  readonly after: number;
  readonly until: number;
  readonly covers: (at: Instant) => boolean;
}

/** Sends again what was sent, or what happened before anybody listened. */
@Injectable()
export class Replays {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DeliveryStore) private readonly deliveries: DeliveryStore,
    @Inject(EndpointSettings) private readonly endpoints: EndpointSettings,
  ) {}

  /** Puts what happened in the range behind all that waits; answers how many that are. */
  async replay({ at, caller: { tenantId } }: RequestContext, asked: ReplayDto): Promise<number> {
    const { after, until, covers } = await this.rangeOf(asked);
    this.endpoints.forget();
    const { types } = await this.endpoints.of(tenantId);
    const head = await this.log.head();
    let planned: Promise<boolean>[] = [];
    let count = 0;
    for await (const { told, payload } of publishedBetween(this.log, tenantId, { after, until, types })) {
      const { id: webhookId, position, stream, version, at: happenedAt } = told.event.meta;
      if (!covers(happenedAt)) continue;
      const { conversationId } = told;
      const id = newDeliveryId(at, position);
      const waiting = { id, queued: laterQueueId(conversationId, head, position, id) };
      const start = { status: 'PENDING', attempts: [], earlier: 0, createdAt: at } as const;
      const source = { stream, version };
      const delivery: Delivery = { webhookId, type: payload.type, conversationId, ...start, source };
      planned.push(this.deliveries.plan(tenantId, waiting, delivery));
      count++;
      if (planned.length < PLANNED_AT_ONCE) continue;
      await Promise.all(planned);
      planned = [];
    }
    await Promise.all(planned);
    if (count > 0) await this.deliveries.requestRescan(tenantId);
    return count;
  }

  /** One delivery, under its old webhook-id, with the schedule from its beginning. */
  async retry({ caller: { tenantId } }: RequestContext, id: string): Promise<Delivery> {
    for (let attempt = 1; ; attempt++) {
      const found = (await this.deliveries.get(tenantId, id)) ?? reject('errors.webhook_delivery.not_found');
      const { nextAttemptAt: _, ...rest } = found.value;
      const again: Delivery = { ...rest, status: 'PENDING', earlier: rest.attempts.length };
      if (await this.deliveries.save(tenantId, id, again, found.revision)) {
        await this.deliveries.queue(tenantId, { id, queued: await this.placeFor(id, again) });
        await this.deliveries.requestRescan(tenantId);
        return again;
      }
      if (attempt === ATTEMPTS) return reject('errors.store.unavailable');
    }
  }

  private async placeFor(id: string, { conversationId, attempts }: Delivery): Promise<string> {
    if (conversationId === undefined) return queueId(`~${id}`, attempts.length);
    return laterQueueId(conversationId, await this.log.head(), attempts.length, id);
  }

  private async rangeOf({ from, to, from_position, to_position }: ReplayDto): Promise<Range> {
    const [byTime, byPosition] = [from ?? to, from_position ?? to_position];
    if (byTime !== undefined && byPosition !== undefined) {
      rejectAt('from_position', 'errors.field.together', { other: 'from, to' });
    }
    if (byPosition !== undefined) {
      const first = readPosition(given('from_position', from_position), 'from_position');
      const until = readPosition(given('to_position', to_position), 'to_position');
      return { after: Math.max(0, first - 1), until, covers: () => true };
    }
    const [first, last] = [instant(given('from', from)), instant(given('to', to))];
    const covers = (at: Instant) => at >= first && at <= last;
    return { ...(await positionsBetween(this.log, first, last)), covers };
  }
}

const given = (path: string, value: string | undefined): string => value ?? rejectAt(path, 'errors.field.required');
