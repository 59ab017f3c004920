import { Module } from '@nestjs/common';
import type { Manifest } from '../engine/manifest.js';
import { EventFeedController } from './event-feed.controller.js';

/** The public events of a tenant, to be pulled (contract 11). */
@Module({ controllers: [EventFeedController] })
export class PublicEventsModule {}

export const publicEventsManifest: Manifest = {
  name: 'public-events',
  module: PublicEventsModule,
};
