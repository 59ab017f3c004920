import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BoundedAnswers, rowsBy } from '../../http/answer/bounded-answers.js';
import { Payload, QueryPayload } from '../../http/fields/payload.js';
import { Endpoint } from '../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../http/request/request-context.js';
import type { Entry } from '../../ports/stores/operational-store.js';
import type { Delivery } from '../plan/delivery.js';
import { DELIVERIES } from '../plan/delivery.js';
import { DeliveryStore } from '../plan/delivery-store.js';
import { listDeliveries } from './list-deliveries.js';
import { Retries } from './retries.js';
import {
  RetriedManyDto,
  RetryManyDto,
  toDeliveryDto,
  WebhookDeliveryDto,
  WebhookDeliveryListDto,
  WebhookDeliveryQueryDto,
} from './webhook-deliveries.dto.js';

/** Bytes of a large row. */
const ROW_BYTES = 8_192;

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookDeliveriesController {
  constructor(
    @Inject(DeliveryStore) private readonly deliveries: DeliveryStore,
    @Inject(Retries) private readonly retries: Retries,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
  ) {}

  @Endpoint('webhook-delivery.list', {
    route: 'GET deliveries',
    summary: 'List webhook deliveries of the last 30 days, newest first',
    description: 'Each delivery contains its attempts.',
    query: WebhookDeliveryQueryDto,
    responses: { 200: WebhookDeliveryListDto },
  })
  async list(@QueryPayload(WebhookDeliveryQueryDto) query: WebhookDeliveryQueryDto, @Ctx() ctx: RequestContext) {
    const page = await listDeliveries(this.deliveries, ctx.caller.tenantId, query);
    const show = ({ key, value }: Entry<Delivery>) => toDeliveryDto(key.id, value);
    return this.answers.page(ctx, 'deliveries', page, rowsBy(ROW_BYTES, show));
  }

  @Endpoint('webhook-delivery.retry', {
    route: 'POST deliveries/:delivery_id/retry',
    summary: 'Retry a delivery immediately with the same webhook-id',
    responses: { 202: WebhookDeliveryDto },
    errors: ['errors.webhook_settings.not_found', 'errors.webhook.disabled', 'errors.webhook_delivery.not_found'],
  })
  async retry(@Param('delivery_id') id: string, @Ctx() ctx: RequestContext): Promise<WebhookDeliveryDto> {
    const delivery = await this.retries.retry(ctx, id);
    ctx.headers.Location = DELIVERIES;
    return toDeliveryDto(id, delivery);
  }

  @Endpoint('webhook-delivery.retry-many', {
    route: 'POST deliveries/retry',
    summary: 'Retry failed deliveries with the same webhook-ids',
    description: 'A call queues up to 1000 deliveries, the newest first.',
    body: RetryManyDto,
    responses: { 202: RetriedManyDto },
    errors: ['errors.webhook_settings.not_found', 'errors.webhook.disabled'],
  })
  async retryMany(@Payload(RetryManyDto) body: RetryManyDto, @Ctx() ctx: RequestContext): Promise<RetriedManyDto> {
    ctx.headers.Location = DELIVERIES;
    return this.retries.retryMany(ctx, body);
  }
}
