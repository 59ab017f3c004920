import { Inject, Injectable } from '@nestjs/common';
import { isDemo } from '../../../../../projections/tenant/reads.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { EffectSender } from '../../../../engine/effects/sender-registry.js';
import { DeliveryRefused, DeliverySuppressed } from '../../../../ports/delivery/delivery-refused.js';
import { SMS_OUTBOX, SMS_PROVIDER, type SmsOutbox, type SmsProvider } from '../../../../ports/delivery/sms.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { OperationalKey } from '../../../../ports/stores/operational-store.js';
import { SmsAccountReader } from '../../sms/application/sms-account.reader.js';
import { statusUrlFor } from '../../sms/application/sms-status-url.js';
import type { About } from '../domain/notification.effect.js';
import { NotificationContent } from './notification-content.service.js';
import { OutboxFiles } from './outbox-files.service.js';
import { RefusedAddresses } from './refused-addresses.service.js';

const DEFAULT_SENDER = 'Tidings';

/** Sends notifications by SMS: through the tenant's provider, else into the outbox folder. */
@Injectable()
export class SmsSender implements EffectSender {
  private hasWarned = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(NotificationContent) private readonly content: NotificationContent,
    @Inject(SmsAccountReader) private readonly accounts: SmsAccountReader,
    @Inject(SMS_PROVIDER) private readonly provider: SmsProvider,
    @Inject(SMS_OUTBOX) private readonly folder: SmsOutbox,
    @Inject(RefusedAddresses) private readonly refused: RefusedAddresses,
    @Inject(OutboxFiles) private readonly files: OutboxFiles,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  send(effect: Effect, key: OperationalKey): Promise<string | undefined> {
    return this.sms(effect as Effect<About>, key).catch((error) => this.content.failed(effect, error));
  }

  private async sms(effect: Effect<About>, { tenantId, id }: OperationalKey): Promise<string | undefined> {
    const { to, text, sender } = this.content.unsealed(effect);
    const account = (await this.stays(tenantId)) ? undefined : await this.account(tenantId);
    const sms = { id: effect.about.id, to, text, at: effect.plannedAt };
    if (account) {
      const statusUrl = statusUrlFor(this.config.publicUrl, { tenantId, effectId: id });
      const sent = this.provider.send(account, sender === undefined ? sms : { ...sms, from: sender }, statusUrl);
      return sent.catch((error) => this.refusedBy(tenantId, to, error));
    }
    await this.files.note(tenantId, effect.about, 'SMS');
    await this.folder.put({ ...sms, from: sender ?? DEFAULT_SENDER });
    this.warn();
    return undefined;
  }

  private async stays(tenantId: string): Promise<boolean> {
    return this.config.effects === 'off' || (await isDemo(this.documents, tenantId));
  }

  /** Remembers a number that opted out. @throws the error */
  private async refusedBy(tenantId: string, to: string, error: unknown): Promise<never> {
    if (error instanceof DeliverySuppressed) await this.refused.note(tenantId, { channel: 'SMS', to });
    throw error;
  }

  private warn(): void {
    const { where: folder } = this.folder;
    if (!this.hasWarned)
      this.logger.warn(
        { folder },
        'SMS are written to the outbox folder: the tenant has no SMS provider or is a demo, or EFFECTS is off',
      );
    this.hasWarned = true;
  }

  private account(tenantId: string) {
    return this.accounts.of(tenantId).catch(() => {
      throw new DeliveryRefused('provider_settings_unreadable', true);
    });
  }
}
