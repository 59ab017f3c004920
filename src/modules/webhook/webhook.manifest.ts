import { Module } from '@nestjs/common';
import { webhookFeatures } from '../../../projections/webhook-feature/projection.js';
import { webhookSettingsModel } from '../../../projections/webhook-settings/projection.js';
import type { Manifest } from '../../engine/manifest.js';
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
  providers: [WebhookSettingsService, EndpointSettings, DeliveryStore, Replays, Dispatcher],
})
export class WebhookModule {}

export const webhookManifest: Manifest = {
  name: 'webhook',
  module: WebhookModule,
  events: { ...webhookSettings.eventTypes, ...webhookFeature.eventTypes },
  deciders: [webhookSettings, webhookFeature],
  projections: [webhookSettingsModel, webhookFeatures],
  workers: [Dispatcher],
  operationalKinds: {
    'webhook-delivery': 'due',
    'webhook-queue': 'kept',
    'webhook-busy': 'kept',
    'webhook-asked': 'kept',
  },
};
