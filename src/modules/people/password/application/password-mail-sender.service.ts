import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config/config.js';
import { canMailLinks } from '../../../../config/http.js';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { EffectSender } from '../../../../engine/effects/sender-registry.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../kernel/instant.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
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
import { systemText } from '../../../reach/message-template/application/system-text.js';
import { passwordPage } from '../../../tenants/tenant/application/frontend.js';
import { UsersByEmail } from '../../auth/application/users-by-email.service.js';
import { noteMailFile, userKey } from '../../email/application/user-mail-files.js';
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
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get sendsMails(): boolean {
    return this.mailer.insteadOfSending === undefined;
  }

  pauses({ about }: Effect): readonly number[] | undefined {
    return (about as About).kind === 'INVITATION' ? INVITATION_PAUSES : undefined;
  }

  /** Without a user nothing is sent, and the outcome is the same. */
  async send(effect: Effect, { tenantId }: OperationalKey): Promise<undefined> {
    try {
      const mail = await this.prepared(effect as Effect<About>, tenantId);
      if (mail) await this.mailer.send(mail);
    } catch (error) {
      throw this.noted(effect as Effect<About>, error as Error);
    }
  }

  /** @throws DeliveryRefused, since nothing was sent yet */
  private async prepared(effect: Effect<About>, tenantId: string): Promise<Mail | undefined> {
    try {
      if (!canMailLinks(this.config.publicUrl)) throw new DeliveryRefused('no_public_url', true);
      const user = await this.receiver(effect, tenantId);
      if (user) await noteMailFile(this.operations, this.mailer, tenantId, [userKey(user.id)], effect.about.id);
      return user && (await this.written(effect.about, user));
    } catch (error) {
      throw error instanceof DeliveryRefused ? error : new DeliveryRefused('not_prepared', true);
    }
  }

  private async receiver({ about, content }: Effect<About>, tenantId: string): Promise<Known | undefined> {
    if (about.userId === undefined) return this.users.find(tenantId, this.mails.addressIn(content));
    const user = await this.users.byId(tenantId, about.userId);
    return user?.value.passwordHash === undefined ? user : undefined;
  }

  private async written({ id, kind }: About, user: Known): Promise<Mail | undefined> {
    const { tenantId, value } = user;
    const context = await mailContextOf(this.documents, tenantId, user.id);
    if (!context) return undefined;
    const { name, frontend, language } = context;
    const token = await this.tokens.issue(user, kind);
    if (token === undefined) return undefined;
    const link = passwordPage(this.config.publicUrl, frontend, token);
    const at = this.clock.now();
    const text =
      kind === 'RESET'
        ? systemText('system_password_reset', [language], { now: at, appUrl: link }).text
        : invitations[language]({ tenant: name, link });
    return { id, from: this.config.mailFrom, to: value.email, subject: subjects[kind][language](name), text, at };
  }

  /** The text of an error may name the receiver, so the log gets ids and codes only. */
  private noted({ about, attempts }: Effect<About>, error: Error & { readonly code?: unknown }): Error {
    const isRefused = error instanceof DeliveryRefused;
    const reason = isRefused ? error.reason : String(error.code ?? error.name);
    const text = isRefused ? 'The password mail was not sent' : 'The result of sending a password mail is unknown';
    this.logger.warn({ mail: about.id, kind: about.kind, requestId: about.correlationId, attempts, reason }, text);
    return error;
  }
}
