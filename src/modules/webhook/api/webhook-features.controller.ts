import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { webhookFeaturesOf } from '../../../../projections/webhook-feature/reads.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { listed } from '../../../http/pipeline/paging.js';
import { Payload, QueryPayload } from '../../../http/fields/payload.js';
import { Writes } from '../../../http/pipeline/commands.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { reject, rejectAt } from '../../../kernel/rejection.js';
import type { ResourceState } from '../../../kernel/resource.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { WEBHOOK_TYPES } from '../../../catalogue/webhook-types.js';
import {
  AvailableWebhooksDto,
  availableWebhooks,
  SetWebhookFeatureDto,
  toWebhookFeatureDto,
  WebhookFeatureDto,
  WebhookFeatureListDto,
  WebhookFeatureQueryDto,
} from './webhook.dto.js';
import { type WebhookFeature, webhookFeature } from '../domain/webhook.resource.js';

@ApiTags('Webhooks')
@Controller('webhooks/features')
export class WebhookFeaturesController {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  @Call('webhook-feature.available', {
    route: 'GET available',
    about: 'List all webhook types there are',
    answers: { 200: AvailableWebhooksDto },
  })
  available(): AvailableWebhooksDto {
    return availableWebhooks();
  }

  @Call('webhook-feature.list', {
    route: 'GET',
    about: 'List the webhook types that were switched on or off',
    query: WebhookFeatureQueryDto,
    answers: { 200: WebhookFeatureListDto },
  })
  async list(@QueryPayload(WebhookFeatureQueryDto) query: WebhookFeatureQueryDto, @Here() here: Exchange) {
    const order = { field: 'createdAt', descending: false };
    const reader = webhookFeaturesOf(this.documents, here.caller.tenantId);
    const { docs, paging } = await listed(reader, query, { order }, limits.listDefault, ({ createdAt }) => createdAt);
    return { features: docs.map(toWebhookFeatureDto), ...paging };
  }

  @Call('webhook-feature.set', {
    route: 'POST',
    about: 'Switch a webhook type on or off',
    body: SetWebhookFeatureDto,
    answers: { 200: WebhookFeatureDto },
  })
  async set(
    @Payload(SetWebhookFeatureDto) { webhook_type: type, enabled }: SetWebhookFeatureDto,
    @Here() here: Exchange,
  ): Promise<WebhookFeatureDto> {
    const command = new webhookFeature.Replace(type, { value: { enabled } }, here.meta());
    const { state } = await this.writes.done<ResourceState<WebhookFeature>>(here, command);
    return toWebhookFeatureDto(state.kept ?? reject('errors.webhook_feature.not_found'));
  }

  @Call('webhook-feature.delete', {
    route: 'DELETE :webhook_type',
    about: 'Take a webhook type back, so that it is not sent',
    answers: { 204: null },
    refuses: [404],
    single: true,
  })
  async remove(@Param('webhook_type') type: string, @Here() here: Exchange): Promise<void> {
    if (!(WEBHOOK_TYPES as readonly string[]).includes(type)) {
      rejectAt('webhook_type', 'errors.field.choice', { choices: WEBHOOK_TYPES.join(', ') });
    }
    await this.writes.done(here, new webhookFeature.Remove(type, { ifMatch: here.ifMatch }, here.meta()));
  }
}
