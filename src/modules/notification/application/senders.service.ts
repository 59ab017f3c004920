import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import type { Effect } from '../../../engine/effects/outbox.js';
import type { Sender } from '../../../engine/effects/outbox-worker.js';
import { DeliveryRefused } from '../../../ports/delivery-refused.js';
import { LOGGER, type Logger } from '../../../ports/logger.js';
import { MAILER, type Mailer } from '../../../ports/mailer.js';
import type { OperationalKey } from '../../../ports/operational-store.js';
import { SECRETS, type Secrets } from '../../../ports/secrets.js';
import { SMS_OUTBOX, SMS_PROVIDER, type SmsOutbox, type SmsProvider } from '../../../ports/sms.js';
import { SmsAccountReader } from '../../sms/application/sms-account.reader.js';
import { statusUrlFor } from '../../sms/application/sms-status-url.js';
import { type About, type Channel, CONTENT, type Content } from '../domain/notification.effect.js';

const NOBODY = 'Tidings';

/** Who takes a notification of each channel to where it goes. */
@Injectable()
export class Senders {
  private toldOfTray = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(SmsAccountReader) private readonly accounts: SmsAccountReader,
    @Inject(SMS_PROVIDER) private readonly provider: SmsProvider,
    @Inject(SMS_OUTBOX) private readonly tray: SmsOutbox,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  readonly byChannel: Readonly<Record<Channel, Sender>> = {
    SMS: (effect, key) => this.sms(effect as Effect<About>, key).catch((error) => this.tell(effect, error)),
    EMAIL: (effect) => this.mail(effect as Effect<About>).catch((error) => this.tell(effect, error)),
  };

  /** What the other side said may name the receiver: the log gets ids and codes. */
  private tell({ about, channel, attempts }: Effect, error: Error & { readonly code?: unknown }): never {
    const { id, conversationId, correlationId } = about as About;
    const reason = error instanceof DeliveryRefused ? error.reason : String(error.code ?? error.name);
    const said =
      error instanceof DeliveryRefused
        ? 'The notification was not sent'
        : 'The result of sending is unknown; the notification is not sent again';
    this.logger.warn({ notification: id, conversationId, requestId: correlationId, channel, attempts, reason }, said);
    throw error;
  }

  private async sms({ content, about, plannedAt }: Effect<About>, { tenantId, id }: OperationalKey) {
    const { to, text, sender } = this.opened(content);
    const account = await this.account(tenantId);
    const sms = { id: about.id, to, text, at: plannedAt };
    if (account) {
      const statusUrl = statusUrlFor(this.config.publicUrl, { tenantId, effectId: id });
      return this.provider.send(account, sender === undefined ? sms : { ...sms, from: sender }, statusUrl);
    }
    await this.tray.put({ ...sms, from: sender ?? NOBODY });
    if (!this.toldOfTray)
      this.logger.warn(
        { folder: this.tray.where },
        'The tenant has no SMS provider: SMS are written to the outbox folder and are not sent',
      );
    this.toldOfTray = true;
    return undefined;
  }

  private async mail({ content, about, plannedAt }: Effect<About>) {
    const { to, text, subject = '' } = this.opened(content);
    await this.mailer.send({ id: about.id, from: this.config.mailFrom, to, subject, text, at: plannedAt });
    return undefined;
  }

  private opened(content: string | undefined): Content {
    try {
      return JSON.parse(this.secrets.unseal(CONTENT, content ?? '')) as Content;
    } catch {
      throw new DeliveryRefused('content_unreadable', false);
    }
  }

  private account(tenantId: string) {
    return this.accounts.of(tenantId).catch(() => {
      throw new DeliveryRefused('provider_settings_unreadable', true);
    });
  }
}
