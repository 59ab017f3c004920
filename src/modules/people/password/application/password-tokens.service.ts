import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { emailDigest } from '../../../../engine/commands/unique-names.js';
import { DAY, HOUR, type Instant, plus } from '../../../../kernel/instant.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { innerId } from '../../../../kernel/stream.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import {
  type Entry,
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';
import { signInMark } from '../../auth/application/refresh-token.js';
import { NOBODY } from '../../auth/application/users-by-email.service.js';
import type { User } from '../../user/domain/user.resource.js';
import { PASSWORD_MAIL_KINDS, type PasswordMailKind } from '../domain/password-mail.js';

const PREFIX = 'tdp_';
const SECRET_BYTES = 32;
const { hours, days } = operationalRetention['password-token'];
const LIFE_MS: Readonly<Record<PasswordMailKind, number>> = { RESET: hours * HOUR, INVITATION: days * DAY };

/** Good for the user as they are: another address, password or role ends it. */
interface PasswordToken {
  /** Keyed digest of the token; all that is kept of it. */
  readonly digest: string;
  readonly email: string;
  readonly mark: string;
  /** This token and those of the hour before it. */
  readonly issuedAt?: readonly Instant[];
  /** The request that used it. */
  readonly spentBy?: string;
}

type Known = ResourceRecord<User>;
export type FoundToken = Entry<PasswordToken>;

const keyOf = (tenantId: string, userId: string, kind: PasswordMailKind): OperationalKey => ({
  tenantId,
  kind: 'password-token',
  id: innerId(userId, kind),
});

/** Tokens of links that set a password: single use, one of each kind a user, so that a newer one ends the older. */
@Injectable()
export class PasswordTokens {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /** Undefined where the user got enough links in this hour: the newest one stays valid, and no mailbox is flooded. */
  async issue({ tenantId, id, value }: Known, kind: PasswordMailKind): Promise<string | undefined> {
    const text = PREFIX + this.ids.secret(SECRET_BYTES);
    const key = keyOf(tenantId, id, kind);
    const now = this.clock.now();
    const before = await this.operations.get<PasswordToken>(key);
    const recent = (before?.value.issuedAt ?? []).filter((at) => at > plus(now, -HOUR));
    if (recent.length >= limits.passwordMailsPerHour) return undefined;
    const token: PasswordToken = {
      digest: this.digest(key, text),
      email: emailDigest(value.email),
      mark: signInMark(value),
      issuedAt: [...recent, now],
    };
    await this.operations.put(key, token, { due: plus(now, LIFE_MS[kind]) });
    return text;
  }

  /** Looks up as much for no user as for one. `spender` may find again what it spent, to finish what broke off. */
  async find(
    tenantId: string,
    user: Known | undefined,
    text: string,
    spender: string,
  ): Promise<FoundToken | undefined> {
    const keys = PASSWORD_MAIL_KINDS.map((kind) => keyOf(tenantId, user?.id ?? NOBODY, kind));
    const entries = await Promise.all(keys.map((key) => this.operations.get<PasswordToken>(key)));
    const digests = keys.map((key) => this.digest(key, text));
    return entries.find((entry, i) => {
      if (!entry || !user || !same(entry.value.digest, digests[i] ?? '')) return false;
      const { email, mark, spentBy } = entry.value;
      const isFresh = spentBy === undefined && mark === signInMark(user.value);
      const isLive = entry.due !== undefined && entry.due > this.clock.now();
      return isLive && email === emailDigest(user.value.email) && (isFresh || spentBy === spender);
    });
  }

  /** By compare-and-set: of several at once one wins. */
  async spend({ key, value, revision, due }: FoundToken, spender: string): Promise<boolean> {
    if (value.spentBy === spender) return true;
    return this.operations.put(key, { ...value, spentBy: spender }, { expected: revision, ...(due ? { due } : {}) });
  }

  /** Bound to tenant, user and kind: what was copied elsewhere fits nothing. */
  private digest({ tenantId, id }: OperationalKey, text: string): string {
    return this.secrets.digest(`password-token:${tenantId}/${id}`, text);
  }
}

/** In a time that says nothing about where they differ. */
function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
