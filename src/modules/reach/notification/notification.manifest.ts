import { Module } from '@nestjs/common';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { ConversationServices } from '../../conversations/conversation/conversation.services.js';
import { ParticipantServices } from '../../conversations/participant/participant.services.js';
import { EmailServices } from '../../people/email/email.services.js';
import { MessageTemplateModule } from '../message-template/message-template.manifest.js';
import { SmsModule } from '../sms/sms.manifest.js';
import { NotificationController } from './api/notification.controller.js';
import { NotificationViews } from './api/notification.views.js';
import { TenantNotificationController } from './api/tenant-notification.controller.js';
import { UnsubscribeController } from './api/unsubscribe.controller.js';
import { MailSender } from './application/mail-sender.service.js';
import { NotificationEraser } from './application/notification.eraser.js';
import { NotificationConsent } from './application/notification-consent.service.js';
import { NotificationContent } from './application/notification-content.service.js';
import { Notifier } from './application/notifier.service.js';
import { OutboxFiles } from './application/outbox-files.service.js';
import { Decisions, upgradeDecision } from './application/requested/decisions.service.js';
import { NotificationFinder } from './application/requested/notification-finder.service.js';
import { NotificationTraces } from './application/requested/notification-traces.service.js';
import { RequestedNotifications } from './application/requested-notifications.worker.js';
import { Resending } from './application/resending.service.js';
import { SmsSender } from './application/sms-sender.service.js';
import { UnsubscribeLinks } from './application/unsubscribe-links.service.js';
import { NotificationWriting } from './application/writing.service.js';
import { notificationRequestCommands } from './domain/notification-request.commands.js';
import { notificationRequestDecider } from './domain/notification-request.decider.js';
import { notificationEventTypes } from './domain/notification-request.events.js';
import { NotificationServices } from './notification.services.js';

@Module({
  imports: [
    ConversationServices,
    EmailServices,
    MessageTemplateModule,
    NotificationServices,
    ParticipantServices,
    SmsModule,
  ],
  controllers: [NotificationController, TenantNotificationController, UnsubscribeController],
  providers: [
    Decisions,
    MailSender,
    NotificationConsent,
    NotificationContent,
    NotificationEraser,
    NotificationFinder,
    NotificationTraces,
    NotificationViews,
    NotificationWriting,
    Notifier,
    OutboxFiles,
    RequestedNotifications,
    Resending,
    SmsSender,
    UnsubscribeLinks,
  ],
  exports: [Notifier],
})
export class NotificationModule {}

export const notificationManifest: Manifest = {
  name: 'notification',
  module: NotificationModule,
  events: notificationEventTypes,
  deciders: [{ decider: notificationRequestDecider, commands: notificationRequestCommands }],
  workers: [RequestedNotifications],
  traces: [NotificationTraces],
  senders: { SMS: SmsSender, EMAIL: MailSender },
  operationalKinds: retained('notification-cause', 'outbox-file', 'refused-address'),
  erases: [
    {
      places: ['effect', 'expiry', 'notification-cause', 'outbox-file', 'outboxFiles', 'refused-address'],
      eraser: NotificationEraser,
    },
  ],
  entryUpgrades: { 'notification-cause': upgradeDecision },
};
