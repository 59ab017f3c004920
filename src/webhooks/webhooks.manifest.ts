import { Module } from '@nestjs/common';
import { retained } from '../catalogue/retention.js';
import type { Manifest } from '../engine/manifest.js';
import type { Entry } from '../ports/stores/operational-store.js';
import { PublicEventsModule } from '../public-events/public-events.manifest.js';
import { Retries } from './api/retries.js';
import { WebhookDeliveriesController } from './api/webhook-deliveries.controller.js';
import { WebhookReplaysController } from './api/webhook-replays.controller.js';
import { WebhookTestController } from './api/webhook-test.controller.js';
import { DeliveryEraser } from './plan/delivery.eraser.js';
import { conversationIn, type Delivery, listedDelivery } from './plan/delivery.js';
import { DeliveryStore } from './plan/delivery-store.js';
import { Dispatcher } from './plan/dispatcher.js';
import { EndpointSettings } from './plan/endpoint-settings.js';
import { laneOf } from './queue/queue-store.js';
import { ReplayCommand } from './replay/replay-command.js';
import { ReplayStore } from './replay/replay-store.js';
import { ReplayWorker } from './replay/replay-worker.js';
import { Replays } from './replay/replays.js';

/** Public events delivered to a tenant's own server (contract 11). */
@Module({
  imports: [PublicEventsModule],
  controllers: [WebhookTestController, WebhookDeliveriesController, WebhookReplaysController],
  providers: [
    DeliveryEraser,
    EndpointSettings,
    DeliveryStore,
    Retries,
    ReplayStore,
    Replays,
    ReplayCommand,
    ReplayWorker,
    Dispatcher,
  ],
})
export class WebhooksModule {}

export const webhooksManifest: Manifest = {
  name: 'webhooks',
  module: WebhooksModule,
  workers: [Dispatcher, ReplayWorker],
  operatorCommands: { 'replay webhooks': ReplayCommand },
  operationalKinds: retained(
    'webhook-delivery',
    'webhook-queue',
    'webhook-health',
    'webhook-asked',
    'webhook-replay',
    'webhook-replay-running',
  ),
  erases: [{ places: ['webhook-delivery', 'webhook-queue'], eraser: DeliveryEraser }],
  entryUpgrades: {
    'webhook-delivery': ({ value }: Entry<Delivery>) => ({ listed: listedDelivery(value) }),
    'webhook-queue': ({ key }, now) => ({ due: now, lane: laneOf(conversationIn(key.id)) }),
    'webhook-head': () => ({ isGone: true }),
    'webhook-busy': () => ({ isGone: true }),
  },
};
