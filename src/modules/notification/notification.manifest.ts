import { Module } from '@nestjs/common';
import { Outbox } from '../../engine/effects/outbox.js';
import { OutboxRunner } from '../../engine/effects/outbox-worker.js';
import { WorkerHost } from '../../engine/effects/worker-host.js';
import type { Manifest } from '../../engine/manifest.js';
import { CLOCK, IDS } from '../../ports/clock.js';
import { LOGGER, type Logger } from '../../ports/logger.js';
import { OPERATIONAL_STORE } from '../../ports/operational-store.js';
import { ConversationServices } from '../conversation/conversation.services.js';
import { MessageTemplateModule } from '../message-template/message-template.manifest.js';
import { SmsModule } from '../sms/sms.manifest.js';
import { NotificationController } from './api/notification.controller.js';
import { NotificationViews } from './api/notification.views.js';
import { Decisions } from './application/decisions.service.js';
import { Dispatch } from './application/dispatch.service.js';
import { Notifier } from './application/notifier.service.js';
import { Senders } from './application/senders.service.js';
import { NotificationWriting } from './application/writing.service.js';

@Module({
  imports: [ConversationServices, MessageTemplateModule, SmsModule],
  controllers: [NotificationController],
  providers: [
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
  exports: [Notifier],
})
export class NotificationModule {}

export const notificationManifest: Manifest = {
  name: 'notification',
  module: NotificationModule,
  workers: [Dispatch],
  operationalKinds: { 'notification-cause': 'kept' },
};
