import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config/config.js';
import { canMailLinks } from '../../../../config/http.js';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { EffectSender } from '../../../../engine/effects/sender-registry.js';
import { DeliveryRefused } from '../../../../ports/delivery/delivery-refused.js';
import { MAILER, type Mail, type Mailer } from '../../../../ports/delivery/mailer.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import {
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';
import { emailPage } from '../../../tenants/tenant/application/frontend.js';
import { UsersByEmail } from '../../auth/application/users-by-email.service.js';
import { EmailTokens } from '../../email/application/email-tokens.service.js';
import { noteMailFile, userKey } from '../../email/application/user-mail-files.js';
import { mailContextOf } from '../../user/application/mail-context.js';
import { type About, signUpMails } from '../domain/sign-up-mail.js';

/** Sends the link by which the first owner proves their address. A token is made when its mail is sent. */
@Injectable()
export class SignUpMailSender implements EffectSender {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(UsersByEmail) private readonly users: UsersByEmail,
    @Inject(EmailTokens) private readonly tokens: EmailTokens,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get sendsMails(): boolean {
    return this.mailer.insteadOfSending === undefined;
  }

  async send(effect: Effect, { tenantId }: OperationalKey): Promise<undefined> {
    const about = effect.about as About;
    try {
      if (!canMailLinks(this.config.publicUrl)) throw new DeliveryRefused('no_public_url', true);
      const mail = await this.written(tenantId, about).catch(() => {
        throw new DeliveryRefused('not_prepared', true);
      });
      if (!mail) return;
      await noteMailFile(this.operations, this.mailer, tenantId, [userKey(about.userId)], mail.id);
      await this.mailer.send(mail);
    } catch (error) {
      const reason = error instanceof DeliveryRefused ? error.reason : (error as Error).name;
      const fields = { mail: about.id, requestId: about.correlationId, reason };
      this.logger.warn(fields, 'The mail of a sign-up was not sent, or its outcome is unknown');
      throw error;
    }
  }

  private async written(tenantId: string, { id, userId }: About): Promise<Mail | undefined> {
    const user = await this.users.byId(tenantId, userId);
    const context = user && (await mailContextOf(this.documents, tenantId, userId));
    if (!context) return undefined;
    const { email } = user.value;
    const { subject, text } = signUpMails[context.language];
    const link = emailPage(this.config.publicUrl, context.frontend, this.tokens.issue(tenantId, { userId, email }));
    return { id, from: this.config.mailFrom, to: email, subject, text: text(link), at: this.clock.now() };
  }
}
