import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { Deliveries } from './deliveries.service.js';
import { Dispatcher } from './dispatcher.service.js';
import { Policies } from './policies.service.js';
import { Replays } from './replays.service.js';
import { webhookFeature, webhookSettings } from './webhook.resource.js';
import { EventFeedController, WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookFeaturesController } from './webhook-features.controller.js';
import { WebhookSettingsController } from './webhook-settings.controller.js';
import { WebhookEndpoints } from './webhook-settings.service.js';

/** What happens in a tenant, told to its own servers (contract 11). */
@Module({
  controllers: [WebhookSettingsController, WebhookFeaturesController, WebhookDeliveriesController, EventFeedController],
  providers: [
    WebhookEndpoints,
    Policies,
    Deliveries,
    Replays,
    Dispatcher,
    ...handlersFor(webhookSettings.decider, webhookSettings.commands),
    ...handlersFor(webhookFeature.decider, webhookFeature.commands),
  ],
})
export class WebhookModule {}
