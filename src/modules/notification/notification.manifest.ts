import { Global, Module } from '@nestjs/common';
import { Outbox } from '../../engine/effects/outbox.js';
import { OutboxRunner } from '../../engine/effects/outbox-worker.js';
import { WorkerHost } from '../../engine/effects/worker-host.js';
import type { Manifest } from '../../engine/manifest.js';
import { CLOCK, IDS } from '../../ports/clock.js';
import { LOGGER, type Logger } from '../../ports/logger.js';
import { OPERATIONAL_STORE } from '../../ports/operational-store.js';
import { NotificationController } from './api/notification.controller.js';
import { NotificationViews } from './api/notification.views.js';
import { Decisions } from './application/decisions.service.js';
import { Dispatch } from './application/dispatch.service.js';
import { Notifier } from './application/notifier.service.js';
import { Senders } from './application/senders.service.js';
import { NotificationWriting } from './application/writing.service.js';

/** Global: workflows notify too. */
@Global()
@Module({
  controllers: [NotificationController],
  providers: [
    {
      provide: Outbox,
      inject: [OPERATIONAL_STORE, CLOCK],
      useFactory: (operations, clock) => new Outbox(operations, clock),
    },
    {
      provide: OutboxRunner,
      inject: [Outbox, OPERATIONAL_STORE, CLOCK, IDS, Senders, LOGGER],
      useFactory: (outbox, operations, clock, ids, { byChannel }: Senders, logger: Logger) =>
        new OutboxRunner(outbox, operations, clock, ids, byChannel, WorkerHost.failed(logger)),
    },
    Decisions,
    Dispatch,
    NotificationViews,
    NotificationWriting,
    Notifier,
    Senders,
  ],
  exports: [Notifier, Outbox],
})
export class NotificationModule {}

export const notificationManifest: Manifest = {
  name: 'notification',
  module: NotificationModule,
  workers: [Dispatch],
  operationalKinds: { 'notification-cause': 'kept' },
};
