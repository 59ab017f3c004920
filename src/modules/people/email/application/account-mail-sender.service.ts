import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { canMailLinks } from '../../../../config/http.js';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { EffectSender } from '../../../../engine/effects/sender-registry.js';
import { HOUR, type Instant, plus } from '../../../../kernel/instant.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { DeliveryRefused } from '../../../../ports/delivery/delivery-refused.js';
import { MAILER, type Mail, type Mailer } from '../../../../ports/delivery/mailer.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
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
import { mailContextOf } from '../../user/application/mail-context.js';
import type { User } from '../../user/domain/user.resource.js';
import { type About, ACCOUNT_MAIL, accountMails } from '../domain/account-mail.js';
import { EmailTokens } from './email-tokens.service.js';
import { noteMailFile, userKey } from './user-mail-files.js';

const KIND = 'email-links';
const KEPT_MS = operationalRetention[KIND].hours * HOUR;

type Known = ResourceRecord<User>;

/** Sends account mails. A token is made when its mail is sent, so that it is never stored. */
@Injectable()
export class AccountMailSender implements EffectSender {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(UsersByEmail) private readonly users: UsersByEmail,
    @Inject(EmailTokens) private readonly tokens: EmailTokens,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get sendsMails(): boolean {
    return this.mailer.insteadOfSending === undefined;
  }

  /** To a deleted user nothing is sent. */
  async send(effect: Effect, { tenantId }: OperationalKey): Promise<undefined> {
    const about = effect.about as About;
    try {
      const mail = await this.prepared(about, tenantId, effect.content);
      if (!mail) return;
      await noteMailFile(this.operations, this.mailer, tenantId, [userKey(about.userId)], mail.id);
      await this.mailer.send(mail);
    } catch (error) {
      throw this.noted(about, error as Error);
    }
  }

  /** @throws DeliveryRefused, since nothing was sent yet */
  private async prepared(about: About, tenantId: string, content: string | undefined): Promise<Mail | undefined> {
    const needsLink = about.kind === 'CONFIRM_EMAIL';
    if (needsLink && !canMailLinks(this.config.publicUrl)) throw new DeliveryRefused('no_public_url', true);
    try {
      const user = await this.users.byId(tenantId, about.userId);
      const former = content === undefined ? undefined : this.secrets.unseal(ACCOUNT_MAIL, content);
      return user && (await this.written(about, user, former));
    } catch {
      throw new DeliveryRefused('not_prepared', true);
    }
  }

  private async written({ id, kind }: About, user: Known, former: string | undefined): Promise<Mail | undefined> {
    const { email, pendingEmail } = user.value;
    const isLink = kind === 'CONFIRM_EMAIL';
    if (isLink && (pendingEmail === undefined || !(await this.mayLink(user)))) return undefined;
    const context = await mailContextOf(this.documents, user.tenantId, user.id);
    if (!context) return undefined;
    const { name, frontend, language } = context;
    const wanted = kind === 'EMAIL_CHANGED' ? email : (pendingEmail ?? email);
    const token = isLink ? this.tokens.issue(user.tenantId, { userId: user.id, email: wanted }) : '';
    const parts = { tenant: name, email: wanted, link: emailPage(this.config.publicUrl, frontend, token) };
    const { subject, text } = accountMails[kind][language];
    const to = isLink ? wanted : (former ?? email);
    const mailId = `${id}-${kind.toLowerCase().replace('_', '-')}`;
    const said = { subject: subject(parts), text: text(parts) };
    return { id: mailId, from: this.config.mailFrom, to, ...said, at: this.clock.now() };
  }

  /** A user who changes the address again and again floods no mailbox of others. */
  private async mayLink({ tenantId, id }: Known): Promise<boolean> {
    const key = { tenantId, kind: KIND, id };
    const now = this.clock.now();
    for (;;) {
      const before = await this.operations.get<readonly Instant[]>(key);
      const recent = (before?.value ?? []).filter((at) => at > plus(now, -KEPT_MS));
      if (recent.length >= limits.emailLinksPerHour) return false;
      const options = { expected: before?.revision ?? 0, due: plus(now, KEPT_MS) };
      if (await this.operations.put(key, [...recent, now], options)) return true;
    }
  }

  /** The text of an error may name the receiver, so the log gets ids and codes only. */
  private noted({ id, kind, correlationId }: About, error: Error & { readonly code?: unknown }): Error {
    const isRefused = error instanceof DeliveryRefused;
    const reason = isRefused ? error.reason : String(error.code ?? error.name);
    const text = isRefused ? 'An account mail was not sent' : 'The result of sending an account mail is unknown';
    this.logger.warn({ mail: id, kind, requestId: correlationId, reason }, text);
    return error;
  }
}
