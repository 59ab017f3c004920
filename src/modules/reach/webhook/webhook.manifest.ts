import { Module } from '@nestjs/common';
import { webhookFeatures } from '../../../../projections/webhook-feature/projection.js';
import { webhookSettingsModel } from '../../../../projections/webhook-settings/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import { WebhookFeaturesController } from './api/webhook-features.controller.js';
import { WebhookSettingsController } from './api/webhook-settings.controller.js';
import { WebhookSettingsService } from './api/webhook-settings.service.js';
import { webhookFeature, webhookSettings } from './domain/webhook.resource.js';

/** Where a tenant's webhooks go, and which types are sent (contract 11). */
@Module({
  controllers: [WebhookSettingsController, WebhookFeaturesController],
  providers: [WebhookSettingsService],
})
export class WebhookModule {}

export const webhookManifest: Manifest = {
  name: 'webhook',
  module: WebhookModule,
  events: { ...webhookSettings.eventTypes, ...webhookFeature.eventTypes },
  deciders: [webhookSettings, webhookFeature],
  projections: [webhookSettingsModel, webhookFeatures],
};
