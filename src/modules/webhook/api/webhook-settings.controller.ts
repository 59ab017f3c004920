import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { KeptWebhookSettings } from '../../../../projections/webhook-settings/projection.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { Payload } from '../../../http/fields/payload.js';
import { rejectAt } from '../../../kernel/rejection.js';
import { HTTP_OUT, type HttpOut } from '../../../ports/outbound-http.js';
import { Deliveries } from '../../../webhooks/delivery-store.js';
import { TEST_TYPE } from '../../../catalogue/webhook-types.js';
import { DELIVERIES, queueId, testDeliveryId, testQueue } from '../../../webhooks/delivery.js';
import { PutWebhookSettingsDto, toWebhookSettingsDto, WebhookSettingsDto, WebhookTestDto } from './webhook.dto.js';
import { WebhookEndpoints } from '../application/webhook-settings.service.js';

@ApiTags('Webhooks')
@Controller('webhook-settings')
export class WebhookSettingsController {
  constructor(
    @Inject(WebhookEndpoints) private readonly endpoints: WebhookEndpoints,
    @Inject(Deliveries) private readonly deliveries: Deliveries,
    @Inject(HTTP_OUT) private readonly outside: HttpOut,
  ) {}

  @Call('webhook-settings.read', {
    route: 'GET',
    about: 'Where webhooks go, and the secret that signs them',
    answers: { 200: WebhookSettingsDto },
    refuses: [404],
    single: true,
  })
  async read(@Here() here: Exchange): Promise<WebhookSettingsDto> {
    const kept = await this.endpoints.existing(here);
    here.revision = kept.revision;
    return this.secretly(here, kept);
  }

  @Call('webhook-settings.replace', {
    route: 'PUT',
    about: 'Say where webhooks go; the first time this makes the secret. Enables a disabled endpoint again',
    body: PutWebhookSettingsDto,
    answers: { 200: WebhookSettingsDto, 201: WebhookSettingsDto },
    single: true,
  })
  async replace(
    @Payload(PutWebhookSettingsDto) { endpoint_url: url }: PutWebhookSettingsDto,
    @Here() here: Exchange,
  ): Promise<WebhookSettingsDto> {
    const fault = await this.outside.checkAddress(url);
    if (fault) rejectAt('endpoint_url', fault);
    const created = (await this.endpoints.find(here)) ? undefined : await this.endpoints.create(here, url);
    const kept = created ?? (await this.endpoints.change(here, url));
    here.revision = kept.revision;
    if (!created) return toWebhookSettingsDto(kept, undefined);
    here.created('/api/v1/webhook-settings');
    return this.secretly(here, created);
  }

  @Call('webhook-settings.rotate', {
    route: 'POST rotate-secret',
    about: 'Make a new secret; the one before is valid for another 24 hours',
    answers: { 200: WebhookSettingsDto },
    refuses: [404],
    forgets: ['secret'],
  })
  async rotate(@Here() here: Exchange): Promise<WebhookSettingsDto> {
    return this.secretly(here, await this.endpoints.rotate(here));
  }

  @Call('webhook-settings.test', {
    route: 'POST test',
    about: 'Send a test.webhook, at most seven times in about a minute',
    answers: { 202: WebhookTestDto },
    refuses: [404],
  })
  async test(@Here() here: Exchange): Promise<WebhookTestDto> {
    await this.endpoints.existing(here);
    const { tenantId } = here.caller;
    const webhookId = here.nextId();
    const id = testDeliveryId(webhookId);
    const start = { status: 'PENDING', attempts: [], earlier: 0, createdAt: here.at } as const;
    const waiting = { id, queued: queueId(testQueue(id), 0) };
    await this.deliveries.plan(tenantId, waiting, { webhookId, type: TEST_TYPE, ...start });
    await this.deliveries.ask(tenantId);
    here.headers.Location = DELIVERIES;
    return { delivery_id: id };
  }

  private secretly(here: Exchange, kept: KeptWebhookSettings): WebhookSettingsDto {
    here.headers['Cache-Control'] = 'no-store';
    return toWebhookSettingsDto(kept, this.endpoints.secretOf(kept));
  }
}
