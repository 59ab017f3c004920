import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config/config.js';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { EffectSender } from '../../../../engine/effects/sender-registry.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { OperationalKey } from '../../../../ports/stores/operational-store.js';
import { emailPage } from '../../../tenants/tenant/application/frontend.js';
import { UsersByEmail } from '../../auth/application/users-by-email.service.js';
import { EmailTokens } from '../../email/application/email-tokens.service.js';
import { type Draft, MailDelivery } from '../../email/application/mail-delivery.service.js';
import { userKey } from '../../email/application/user-mail-files.js';
import { mailContextOf } from '../../user/application/mail-context.js';
import { type About, signUpMails } from '../domain/sign-up-mail.js';

/** Sends the link by which the first owner proves their address. A token is made when its mail is sent. */
@Injectable()
export class SignUpMailSender implements EffectSender {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(UsersByEmail) private readonly users: UsersByEmail,
    @Inject(EmailTokens) private readonly tokens: EmailTokens,
    @Inject(MailDelivery) private readonly delivery: MailDelivery,
  ) {}

  get sendsMails(): boolean {
    return this.delivery.isOn;
  }

  send(effect: Effect, { tenantId }: OperationalKey): Promise<undefined> {
    const about = effect.about as About;
    const sending = { tenantId, name: 'The mail of a sign-up', about, hasLink: true };
    return this.delivery.write(sending, () => this.written(tenantId, about));
  }

  private async written(tenantId: string, { id, userId }: About): Promise<Draft | undefined> {
    const user = await this.users.byId(tenantId, userId);
    const context = user && (await mailContextOf(this.documents, tenantId, userId));
    if (!context) return undefined;
    const { email } = user.value;
    const { subject, text } = signUpMails[context.language];
    const link = emailPage(this.config.publicUrl, context.frontend, this.tokens.issue(tenantId, { userId, email }));
    return { id, to: email, names: [userKey(userId)], subject, text: text(link) };
  }
}
