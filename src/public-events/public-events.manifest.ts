import { Module } from '@nestjs/common';
import { publicEventIndex } from '../../projections/public-event-index/projection.js';
import { EventLog } from '../engine/log/event-log.js';
import type { Manifest } from '../engine/manifest.js';
import { provide } from '../engine/provide.js';
import { CaughtUp } from '../engine/read-models/caught-up.js';
import { ASSET_LINKS } from '../ports/media/signed-asset-links.js';
import { DOCUMENT_STORE } from '../ports/stores/document-store.js';
import { EventFeedController } from './feed/event-feed.controller.js';
import { FrameTraces } from './frames/frame-traces.js';
import { PublicEventHistory } from './published/history.js';

const history = provide(
  PublicEventHistory,
  [EventLog, DOCUMENT_STORE, CaughtUp, ASSET_LINKS],
  (log, documents, caughtUp, links) => new PublicEventHistory(log, documents, caughtUp, links),
);

const frameTraces = provide(FrameTraces, [EventLog], (log) => new FrameTraces(log));

/** The public events of a tenant, to be pulled (contract 11). */
@Module({ controllers: [EventFeedController], providers: [history, frameTraces], exports: [PublicEventHistory] })
export class PublicEventsModule {}

export const publicEventsManifest: Manifest = {
  name: 'public-events',
  module: PublicEventsModule,
  projections: [publicEventIndex],
  traces: [FrameTraces],
};
