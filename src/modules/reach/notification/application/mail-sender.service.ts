import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config/config.js';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { EffectSender } from '../../../../engine/effects/sender-registry.js';
import { MAILER, type Mailer } from '../../../../ports/delivery/mailer.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import type { OperationalKey } from '../../../../ports/stores/operational-store.js';
import type { About } from '../domain/notification.effect.js';
import { NotificationContent } from './notification-content.service.js';
import { OutboxFiles } from './outbox-files.service.js';

/** Sends notifications by mail. */
@Injectable()
export class MailSender implements EffectSender {
  private hasWarned = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(NotificationContent) private readonly content: NotificationContent,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(OutboxFiles) private readonly files: OutboxFiles,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  started(): void {
    const { insteadOfSending: folder } = this.mailer;
    if (folder !== undefined && !this.hasWarned)
      this.logger.warn({ folder }, 'SMTP_URL is not set: e-mails are written to the outbox folder and are not sent');
    this.hasWarned = true;
  }

  send(effect: Effect, key: OperationalKey): Promise<undefined> {
    return this.mail(effect as Effect<About>, key).catch((error) => this.content.failed(effect, error));
  }

  private async mail(effect: Effect<About>, { tenantId }: OperationalKey): Promise<undefined> {
    const { to, text, subject = '' } = this.content.unsealed(effect);
    const { about, plannedAt: at } = effect;
    if (this.mailer.discard) await this.files.note(tenantId, about, 'EMAIL');
    await this.mailer.send({ id: about.id, from: this.config.mailFrom, to, subject, text, at });
    return undefined;
  }
}
