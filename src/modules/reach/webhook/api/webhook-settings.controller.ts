import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { WebhookSettingsRecord } from '../../../../../projections/webhook-settings/projection.js';
import { SECRET } from '../../../../catalogue/audit/secrets.js';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { rejectAt } from '../../../../kernel/rejection.js';
import { OUTBOUND_HTTP, type OutboundHttp } from '../../../../ports/delivery/outbound-http.js';
import { PutWebhookSettingsDto, toWebhookSettingsDto, WebhookSettingsDto } from './webhook.dto.js';
import { WebhookSettingsService } from './webhook-settings.service.js';

@ApiTags('Webhooks')
@Controller('webhook-settings')
export class WebhookSettingsController {
  constructor(
    @Inject(WebhookSettingsService) private readonly endpoints: WebhookSettingsService,
    @Inject(OUTBOUND_HTTP) private readonly outside: OutboundHttp,
  ) {}

  @Endpoint('webhook-settings.read', {
    route: 'GET',
    summary: 'Read the webhook settings with the signing secret',
    responses: { 200: WebhookSettingsDto },
    errors: ['errors.webhook_settings.not_found'],
    etag: true,
    asOf: true,
  })
  async read(@Ctx() ctx: RequestContext): Promise<WebhookSettingsDto> {
    const record = await this.endpoints.existing(ctx);
    ctx.revision = record.revision;
    return this.secretly(ctx, record);
  }

  @Endpoint('webhook-settings.replace', {
    route: 'PUT',
    summary: 'Create or replace the webhook settings',
    description: 'The call enables a disabled endpoint. The first call also creates the secret.',
    body: PutWebhookSettingsDto,
    responses: { 200: WebhookSettingsDto, 201: WebhookSettingsDto },
    etag: true,
  })
  async replace(
    @Payload(PutWebhookSettingsDto) { endpoint_url: url }: PutWebhookSettingsDto,
    @Ctx() ctx: RequestContext,
  ): Promise<WebhookSettingsDto> {
    const fault = await this.outside.checkAddress(url, ctx.caller.tenantId);
    if (fault) rejectAt('endpoint_url', fault);
    const created = (await this.endpoints.find(ctx)) ? undefined : await this.endpoints.create(ctx, url);
    const record = created ?? (await this.endpoints.change(ctx, url));
    ctx.revision = record.revision;
    if (!created) return toWebhookSettingsDto(record, undefined);
    ctx.created('/api/v1/webhook-settings');
    return this.secretly(ctx, created);
  }

  @Endpoint('webhook-settings.rotate', {
    route: 'POST rotate-secret',
    summary: 'Rotate the webhook secret',
    description: 'Deliveries carry signatures of both secrets for 24 hours.',
    responses: { 200: WebhookSettingsDto },
    errors: ['errors.webhook_settings.not_found'],
    redact: ['secret'],
  })
  async rotate(@Ctx() ctx: RequestContext): Promise<WebhookSettingsDto> {
    return this.secretly(ctx, await this.endpoints.rotate(ctx));
  }

  private secretly(ctx: RequestContext, record: WebhookSettingsRecord): WebhookSettingsDto {
    ctx.headers['Cache-Control'] = 'no-store';
    return toWebhookSettingsDto(record, ctx.past ? SECRET : this.endpoints.secretOf(record));
  }
}
