import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config/config.js';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { EffectSender } from '../../../../engine/effects/sender-registry.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../kernel/instant.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { OperationalKey } from '../../../../ports/stores/operational-store.js';
import { systemText } from '../../../reach/message-template/application/system-text.js';
import { passwordPage } from '../../../tenants/tenant/application/frontend.js';
import { UsersByEmail } from '../../auth/application/users-by-email.service.js';
import { type Draft, MailDelivery } from '../../email/application/mail-delivery.service.js';
import { userKey } from '../../email/application/user-mail-files.js';
import { mailContextOf } from '../../user/application/mail-context.js';
import type { User } from '../../user/domain/user.resource.js';
import { type About, invitations, subjects } from '../domain/password-mail.js';
import { PasswordMails } from './password-mails.service.js';
import { PasswordTokens } from './password-tokens.service.js';

/** Together three days. A reset is not repeated as long, because a person can request another one. */
export const INVITATION_PAUSES = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR],
  ...[6 * HOUR, 12 * HOUR, DAY, 29 * HOUR],
];

type Known = ResourceRecord<User>;

/** Sends links that set a password. A token is made when its mail is sent, so that it is never stored. */
@Injectable()
export class PasswordMailSender implements EffectSender {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(UsersByEmail) private readonly users: UsersByEmail,
    @Inject(PasswordMails) private readonly mails: PasswordMails,
    @Inject(PasswordTokens) private readonly tokens: PasswordTokens,
    @Inject(MailDelivery) private readonly delivery: MailDelivery,
  ) {}

  get sendsMails(): boolean {
    return this.delivery.isOn;
  }

  pauses({ about }: Effect): readonly number[] | undefined {
    return (about as About).kind === 'INVITATION' ? INVITATION_PAUSES : undefined;
  }

  /** Without a user nothing is sent, and the outcome is the same. */
  send(planned: Effect, { tenantId }: OperationalKey): Promise<undefined> {
    const effect = planned as Effect<About>;
    const { about, attempts } = effect;
    const sending = { tenantId, name: 'A password mail', about, facts: { kind: about.kind, attempts }, hasLink: true };
    return this.delivery.write(sending, async () => {
      const user = await this.receiver(effect, tenantId);
      return user && this.written(about, user);
    });
  }

  private async receiver({ about, content }: Effect<About>, tenantId: string): Promise<Known | undefined> {
    if (about.userId === undefined) return this.users.find(tenantId, this.mails.addressIn(content));
    const user = await this.users.byId(tenantId, about.userId);
    const isOpen = user?.value.passwordHash === undefined && user?.value.invitationRequest === about.request;
    return isOpen ? user : undefined;
  }

  private async written({ id, kind }: About, user: Known): Promise<Draft | undefined> {
    const { tenantId, value } = user;
    const context = await mailContextOf(this.documents, tenantId, user.id);
    if (!context) return undefined;
    const { name, frontend, language } = context;
    const token = await this.tokens.issue(user, kind);
    if (token === undefined) return undefined;
    const link = passwordPage(this.config.publicUrl, frontend, token);
    const text =
      kind === 'RESET'
        ? systemText('system_password_reset', [language], { now: this.clock.now(), appUrl: link }).text
        : invitations[language]({ tenant: name, link });
    return { id, to: value.email, names: [userKey(user.id)], subject: subjects[kind][language](name), text };
  }
}
