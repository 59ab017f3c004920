import { Global, Module } from '@nestjs/common';
import { Machine } from '../../engine/effects/worker-host.js';
import { Outbox } from '../../engine/effects/outbox.js';
import { OutboxRunner } from '../../engine/effects/outbox-worker.js';
import { CLOCK, IDS } from '../../ports/clock.js';
import { LEDGER } from '../../ports/operational-store.js';
import { LOGGER, type Logger } from '../../ports/logger.js';
import { Decisions } from './application/decisions.service.js';
import { Dispatch } from './application/dispatch.service.js';
import { NotificationController } from './api/notification.controller.js';
import { NotificationViews } from './api/notification.views.js';
import { Notifier } from './application/notifier.service.js';
import { Senders } from './application/senders.service.js';
import { NotificationWriting } from './application/writing.service.js';

/** Global: workflows notify too. */
@Global()
@Module({
  controllers: [NotificationController],
  providers: [
    { provide: Outbox, inject: [LEDGER, CLOCK], useFactory: (ledger, clock) => new Outbox(ledger, clock) },
    {
      provide: OutboxRunner,
      inject: [Outbox, LEDGER, CLOCK, IDS, Senders, LOGGER],
      useFactory: (outbox, ledger, clock, ids, { byChannel }: Senders, logger: Logger) =>
        new OutboxRunner(outbox, ledger, clock, ids, byChannel, Machine.failed(logger)),
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
