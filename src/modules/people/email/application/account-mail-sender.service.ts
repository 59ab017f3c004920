import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { EffectSender } from '../../../../engine/effects/sender-registry.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { innerId } from '../../../../kernel/stream.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { OperationalKey } from '../../../../ports/stores/operational-store.js';
import { emailPage } from '../../../tenants/tenant/application/frontend.js';
import { UsersByEmail } from '../../auth/application/users-by-email.service.js';
import { type MailContext, mailContextOf } from '../../user/application/mail-context.js';
import type { User } from '../../user/domain/user.resource.js';
import { type About, ACCOUNT_MAIL, type TenantChange, usersIn } from '../domain/account-mail.js';
import { accountMail, type Language, otherActors, type Parts } from '../domain/account-mail-texts.js';
import { EmailTokens } from './email-tokens.service.js';
import { HourlyMails } from './hourly-mails.service.js';
import { type Draft, MailDelivery } from './mail-delivery.service.js';
import { userKey } from './user-mail-files.js';

type Known = ResourceRecord<User>;

/** Sends account mails. A token is made when its mail is sent, so that it is never stored. */
@Injectable()
export class AccountMailSender implements EffectSender {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(UsersByEmail) private readonly users: UsersByEmail,
    @Inject(EmailTokens) private readonly tokens: EmailTokens,
    @Inject(HourlyMails) private readonly counts: HourlyMails,
    @Inject(MailDelivery) private readonly delivery: MailDelivery,
  ) {}

  get sendsMails(): boolean {
    return this.delivery.isOn;
  }

  /** To a deleted user nothing is sent. */
  send(effect: Effect, { tenantId }: OperationalKey): Promise<undefined> {
    const about = effect.about as About;
    const { kind } = about;
    const sending = { tenantId, name: 'An account mail', about, facts: { kind }, hasLink: kind === 'CONFIRM_EMAIL' };
    return this.delivery.write(sending, async () => {
      const user = await this.users.byId(tenantId, about.userId);
      const former = effect.content === undefined ? undefined : this.secrets.unseal(ACCOUNT_MAIL, effect.content);
      return user && this.written(about, user, former);
    });
  }

  private async written(about: About, user: Known, former: string | undefined): Promise<Draft | undefined> {
    const { id, kind, change } = about;
    const context = await mailContextOf(this.documents, user.tenantId, user.id);
    if (!context || !(await this.mayGo(about, user))) return undefined;
    const own = this.ownParts(about, user, context);
    const parts = change ? await this.partsOf(change, user.tenantId, context) : own;
    const to = kind === 'CONFIRM_EMAIL' ? (own.email ?? '') : (former ?? user.value.email);
    const mailId = [id, kind.toLowerCase().replaceAll('_', '-'), ...(change ? [user.id] : [])].join('-');
    const names = [user.id, ...(change ? usersIn(change) : [])].map(userKey);
    return { id: mailId, to, names, ...accountMail(kind, context.language, parts) };
  }

  private ownParts({ kind }: About, { tenantId, id, value }: Known, { name, frontend }: MailContext): Parts {
    const { email: present, pendingEmail } = value;
    const email = kind === 'EMAIL_CHANGED' ? present : (pendingEmail ?? present);
    if (kind !== 'CONFIRM_EMAIL') return { tenant: name, email };
    const token = this.tokens.issue(tenantId, { userId: id, email });
    return { tenant: name, email, link: emailPage(this.config.publicUrl, frontend, token) };
  }

  private async partsOf(change: TenantChange, tenantId: string, { name, language }: MailContext): Promise<Parts> {
    const { subject, actor } = change;
    const by = await this.nameOf(tenantId, actor, language);
    if (!change.role) return { tenant: name, subject, by };
    return { tenant: name, subject: await this.emailOf(tenantId, subject), role: change.role, by };
  }

  private nameOf(tenantId: string, actor: string, language: Language): string | Promise<string> {
    const [kind, id = ''] = actor.split(':');
    if (kind === 'user') return this.emailOf(tenantId, id);
    const names = otherActors[language];
    return kind === 'key' ? `${names.key} ${id}` : names.service;
  }

  /** The id of a deleted user. */
  private async emailOf(tenantId: string, userId: string): Promise<string> {
    return (await this.users.byId(tenantId, userId))?.value.email ?? userId;
  }

  private mayGo({ kind, change }: About, { tenantId, id, value }: Known): boolean | Promise<boolean> {
    if (change) {
      const key = { tenantId, kind: 'account-mails', id: innerId(id, kind) };
      return this.counts.mayGo(key, limits.accountMailsPerHour, operationalRetention['account-mails'].hours);
    }
    if (kind !== 'CONFIRM_EMAIL') return true;
    if (value.pendingEmail === undefined) return false;
    const key = { tenantId, kind: 'email-links', id };
    return this.counts.mayGo(key, limits.emailLinksPerHour, operationalRetention['email-links'].hours);
  }
}
