import { Module } from '@nestjs/common';
import { retained } from '../catalogue/retention.js';
import type { Manifest } from '../engine/manifest.js';
import { DeliveryStore } from './delivery-store.js';
import { Dispatcher } from './dispatcher.js';
import { EndpointSettings } from './endpoint-settings.js';
import { Replays } from './replays.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookTestController } from './webhook-test.controller.js';

/** Public events delivered to a tenant's own server (contract 11). */
@Module({
  controllers: [WebhookTestController, WebhookDeliveriesController],
  providers: [EndpointSettings, DeliveryStore, Replays, Dispatcher],
})
export class WebhooksModule {}

export const webhooksManifest: Manifest = {
  name: 'webhooks',
  module: WebhooksModule,
  workers: [Dispatcher],
  operationalKinds: retained('webhook-delivery', 'webhook-queue', 'webhook-busy', 'webhook-asked'),
};
