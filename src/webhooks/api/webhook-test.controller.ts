import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TEST_TYPE } from '../../catalogue/webhook-types.js';
import { Endpoint } from '../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../http/request/request-context.js';
import { DELIVERIES, ownQueue, queueId, testDeliveryId } from '../plan/delivery.js';
import { DeliveryStore } from '../plan/delivery-store.js';
import { EndpointSettings } from '../plan/endpoint-settings.js';
import { WebhookTestDto } from './webhook-deliveries.dto.js';

@ApiTags('Webhooks')
@Controller('webhook-settings')
export class WebhookTestController {
  constructor(
    @Inject(DeliveryStore) private readonly deliveries: DeliveryStore,
    @Inject(EndpointSettings) private readonly endpoints: EndpointSettings,
  ) {}

  @Endpoint('webhook-settings.test', {
    route: 'POST test',
    summary: 'Send a test delivery to the webhook endpoint',
    description: 'The delivery has the type `test.webhook` and at most 7 attempts within about one minute.',
    responses: { 202: WebhookTestDto },
    errors: ['errors.webhook_settings.not_found', 'errors.webhook.disabled'],
  })
  async test(@Ctx() ctx: RequestContext): Promise<WebhookTestDto> {
    const { tenantId } = ctx.caller;
    await this.endpoints.enabled(tenantId);
    const webhookId = ctx.nextId();
    const id = testDeliveryId(webhookId);
    const start = { status: 'PENDING', attempts: [], earlier: 0, createdAt: ctx.at } as const;
    const place = { id, queued: queueId(ownQueue(id), 0) };
    await this.deliveries.plan(tenantId, place, { webhookId, type: TEST_TYPE, ...start });
    await this.deliveries.request(tenantId);
    ctx.headers.Location = DELIVERIES;
    return { delivery_id: id };
  }
}
