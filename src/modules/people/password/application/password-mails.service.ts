import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { Outbox } from '../../../../engine/effects/outbox.js';
import type { TraceContext } from '../../../../kernel/event.js';
import type { Instant } from '../../../../kernel/instant.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { type About, effectId, PASSWORD_MAIL } from '../domain/password-mail.js';

/** The request or event that causes a mail. The same id again plans nothing more. */
interface Cause {
  readonly id: string;
  readonly at: Instant;
  readonly correlationId: string;
  readonly trace?: TraceContext | undefined;
}

/** Plans password mails. The user is looked up when a mail is sent, never during the request. */
@Injectable()
export class PasswordMails {
  constructor(
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /** Costs the same for every address, known or not. */
  async reset(tenantId: string, email: string, { id, at, correlationId, trace }: Cause): Promise<void> {
    const about: About = { id, kind: 'RESET', correlationId };
    const content = this.secrets.seal(PASSWORD_MAIL, email);
    const keptDays = limits.resetRequestDays;
    const plan = { channel: PASSWORD_MAIL, about, at, content, keptDays, trace };
    await this.outbox.plan(tenantId, effectId('RESET', id), plan);
  }

  /** `request`: of the user, where the invitation is sent again. */
  async invite(tenantId: string, userId: string, cause: Cause, request?: string): Promise<void> {
    const { at, correlationId, trace } = cause;
    const again = request === undefined ? {} : { request };
    const about: About = { id: cause.id, kind: 'INVITATION', correlationId, userId, ...again };
    const effect = effectId('INVITATION', request === undefined ? userId : `${userId}/${request}`);
    await this.outbox.plan(tenantId, effect, { channel: PASSWORD_MAIL, about, at, trace });
  }

  /** The address of a requested reset. @throws Error when it cannot be unsealed */
  addressIn(content: string | undefined): string {
    return this.secrets.unseal(PASSWORD_MAIL, content ?? '');
  }
}
