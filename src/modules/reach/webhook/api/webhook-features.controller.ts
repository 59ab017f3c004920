import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { webhookFeaturesOf } from '../../../../../projections/webhook-feature/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { WEBHOOK_TYPES } from '../../../../catalogue/webhook-types.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listing } from '../../../../http/answer/paging.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import type { ResourceState } from '../../../../kernel/resource.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { type WebhookFeature, webhookFeature } from '../domain/webhook.resource.js';
import {
  AvailableWebhooksDto,
  availableWebhooks,
  SetWebhookFeatureDto,
  toWebhookFeatureDto,
  WebhookFeatureDto,
  WebhookFeatureListDto,
  WebhookFeatureQueryDto,
} from './webhook.dto.js';

/** Bytes of a large row. */
const ROW_BYTES = 1_024;

@ApiTags('Webhooks')
@Controller('webhooks/features')
export class WebhookFeaturesController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
  ) {}

  @Endpoint('webhook-feature.available', {
    route: 'GET available',
    summary: 'List all available webhook types',
    responses: { 200: AvailableWebhooksDto },
  })
  available(): AvailableWebhooksDto {
    return availableWebhooks();
  }

  @Endpoint('webhook-feature.list', {
    route: 'GET',
    summary: 'List the webhook types that have a setting',
    query: WebhookFeatureQueryDto,
    responses: { 200: WebhookFeatureListDto },
  })
  async list(@QueryPayload(WebhookFeatureQueryDto) query: WebhookFeatureQueryDto, @Ctx() ctx: RequestContext) {
    const order = { field: 'createdAt', descending: false };
    const reader = webhookFeaturesOf(this.documents, ctx.caller.tenantId);
    const page = await listing(reader, query, { order }, limits.listDefault, ({ createdAt }) => createdAt);
    return this.answers.page(ctx, 'features', page, rowsBy(ROW_BYTES, toWebhookFeatureDto));
  }

  @Endpoint('webhook-feature.set', {
    route: 'POST',
    summary: 'Switch a webhook type on or off',
    body: SetWebhookFeatureDto,
    responses: { 200: WebhookFeatureDto },
  })
  async set(
    @Payload(SetWebhookFeatureDto) { webhook_type: type, enabled }: SetWebhookFeatureDto,
    @Ctx() ctx: RequestContext,
  ): Promise<WebhookFeatureDto> {
    const command = new webhookFeature.Replace(type, { value: { enabled } }, ctx.meta());
    const { state } = await this.commands.sendAndWait<ResourceState<WebhookFeature>>(ctx, command);
    return toWebhookFeatureDto(state.record ?? reject('errors.webhook_feature.not_found'));
  }

  @Endpoint('webhook-feature.delete', {
    route: 'DELETE :webhook_type',
    summary: 'Delete the setting of a webhook type',
    description: 'Deliveries of this type stop.',
    responses: { 204: null },
    errors: ['errors.webhook_feature.not_found'],
    etag: true,
  })
  async remove(@Param('webhook_type') type: string, @Ctx() ctx: RequestContext): Promise<void> {
    if (!(WEBHOOK_TYPES as readonly string[]).includes(type)) {
      rejectAt('webhook_type', 'errors.field.choice', { choices: WEBHOOK_TYPES.join(', ') });
    }
    await this.commands.sendAndWait(ctx, new webhookFeature.Remove(type, { ifMatch: ctx.ifMatch }, ctx.meta()));
  }
}
