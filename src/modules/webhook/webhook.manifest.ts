import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { DeliveryStore } from '../../webhooks/delivery-store.js';
import { Dispatcher } from '../../webhooks/dispatcher.js';
import { EndpointSettings } from '../../webhooks/endpoint-settings.js';
import { Replays } from '../../webhooks/replays.js';
import { EventFeedController, WebhookDeliveriesController } from '../../webhooks/webhook-deliveries.controller.js';
import { WebhookFeaturesController } from './api/webhook-features.controller.js';
import { WebhookSettingsController } from './api/webhook-settings.controller.js';
import { WebhookSettingsService } from './application/webhook-settings.service.js';
import { webhookFeature, webhookSettings } from './domain/webhook.resource.js';

/** What happens in a tenant, told to its own servers (contract 11). */
@Module({
  controllers: [WebhookSettingsController, WebhookFeaturesController, WebhookDeliveriesController, EventFeedController],
  providers: [
    WebhookSettingsService,
    EndpointSettings,
    DeliveryStore,
    Replays,
    Dispatcher,
    ...handlersFor(webhookSettings.decider, webhookSettings.commands),
    ...handlersFor(webhookFeature.decider, webhookFeature.commands),
  ],
})
export class WebhookModule {}
