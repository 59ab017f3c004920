import { Module } from '@nestjs/common';
import { retained } from '../catalogue/retention.js';
import type { Manifest } from '../engine/manifest.js';
import type { Entry } from '../ports/stores/operational-store.js';
import { PublicEventsModule } from '../public-events/public-events.manifest.js';
import { DeliveryEraser } from './delivery.eraser.js';
import { type Delivery, listedDelivery } from './delivery.js';
import { DeliveryStore } from './delivery-store.js';
import { Dispatcher } from './dispatcher.js';
import { EndpointSettings } from './endpoint-settings.js';
import { ReplayStore } from './replay-store.js';
import { ReplayWorker } from './replay-worker.js';
import { Replays } from './replays.js';
import { Retries } from './retries.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookReplaysController } from './webhook-replays.controller.js';
import { WebhookTestController } from './webhook-test.controller.js';

/** Public events delivered to a tenant's own server (contract 11). */
@Module({
  imports: [PublicEventsModule],
  controllers: [WebhookTestController, WebhookDeliveriesController, WebhookReplaysController],
  providers: [DeliveryEraser, EndpointSettings, DeliveryStore, Retries, ReplayStore, Replays, ReplayWorker, Dispatcher],
})
export class WebhooksModule {}

export const webhooksManifest: Manifest = {
  name: 'webhooks',
  module: WebhooksModule,
  workers: [Dispatcher, ReplayWorker],
  operationalKinds: retained(
    'webhook-delivery',
    'webhook-queue',
    'webhook-head',
    'webhook-health',
    'webhook-busy',
    'webhook-asked',
    'webhook-replay',
    'webhook-replay-running',
  ),
  erases: [{ places: ['webhook-delivery', 'webhook-queue'], eraser: DeliveryEraser }],
  entryUpgrades: { 'webhook-delivery': ({ value }: Entry<Delivery>) => ({ listed: listedDelivery(value) }) },
};
