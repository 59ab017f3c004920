import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Reservations } from '../../../../engine/commands/reservations.js';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { EffectSender } from '../../../../engine/effects/sender-registry.js';
import { DeliveryRefused } from '../../../../ports/delivery/delivery-refused.js';
import { MAILER, type Mailer } from '../../../../ports/delivery/mailer.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { OperationalKey } from '../../../../ports/stores/operational-store.js';
import { MailDelivery } from '../../../people/email/application/mail-delivery.service.js';
import { hasProvenOwner, isOfUser } from '../../../people/user/application/proven-owner.js';
import type { About } from '../domain/notification.effect.js';
import { NotificationContent } from './notification-content.service.js';
import { OutboxFiles } from './outbox-files.service.js';
import { UnsubscribeLinks } from './unsubscribe-links.service.js';

/** Names the thread of a conversation, and nothing else of it. */
const threadOf = (tenantId: string, conversationId: string): string =>
  `conversation-${hash('sha256', JSON.stringify([tenantId, conversationId])).slice(0, 32)}`;

/** Sends notifications by mail. */
@Injectable()
export class MailSender implements EffectSender {
  private hasWarned = false;

  constructor(
    @Inject(NotificationContent) private readonly content: NotificationContent,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(MailDelivery) private readonly delivery: MailDelivery,
    @Inject(UnsubscribeLinks) private readonly links: UnsubscribeLinks,
    @Inject(OutboxFiles) private readonly files: OutboxFiles,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(Reservations) private readonly reservations: Reservations,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  get sendsMails(): boolean {
    return this.delivery.isOn;
  }

  started(): void {
    const { insteadOfSending: folder } = this.mailer;
    if (folder !== undefined && !this.hasWarned)
      this.logger.warn({ folder }, 'E-mails are written to the outbox folder: SMTP_URL is not set, or EFFECTS is off');
    this.hasWarned = true;
  }

  send(effect: Effect, key: OperationalKey): Promise<undefined> {
    return this.mail(effect as Effect<About>, key).catch((error) => this.content.failed(effect, error));
  }

  private async mail(effect: Effect<About>, { tenantId }: OperationalKey): Promise<undefined> {
    const { to, text, subject = '', sender } = this.content.unsealed(effect);
    const { about, plannedAt: at } = effect;
    const mailer = await this.delivery.mailerOf(tenantId);
    if (mailer.insteadOfSending === undefined) await this.assertMayMail(tenantId, to);
    if (mailer.discard) await this.files.note(tenantId, about, 'EMAIL');
    const { id, conversationId, participantId } = about;
    await this.delivery.send(mailer, {
      id,
      ...(sender === undefined ? {} : { senderName: sender }),
      to,
      subject,
      text,
      at,
      thread: threadOf(tenantId, conversationId),
      unsubscribeUrl: this.links.to(tenantId, to, conversationId, participantId),
    });
    return undefined;
  }

  /** Mails leave for clients only where an owner proved their address. @throws DeliveryRefused */
  private async assertMayMail(tenantId: string, to: string): Promise<void> {
    if (await hasProvenOwner(this.runner, this.documents, tenantId)) return;
    if (!(await isOfUser(this.runner, this.reservations, tenantId, to)))
      throw new DeliveryRefused('owner_unproven', false);
  }
}
