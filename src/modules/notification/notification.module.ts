import { Global, Module } from '@nestjs/common';
import { Machine } from '../../engine/machine.js';
import { Outbox } from '../../engine/outbox.js';
import { OutboxRunner } from '../../engine/outbox-runner.js';
import { CLOCK, IDS } from '../../ports/clock.js';
import { LEDGER } from '../../ports/ledger.js';
import { LOGGER, type Logger } from '../../ports/logger.js';
import { Decisions } from './decisions.service.js';
import { Dispatch } from './dispatch.service.js';
import { NotificationController } from './notification.controller.js';
import { NotificationViews } from './notification.views.js';
import { Notifier } from './notifier.service.js';
import { Senders } from './senders.service.js';
import { NotificationWriting } from './writing.service.js';

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
