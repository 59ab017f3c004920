import { Inject, Injectable } from '@nestjs/common';
import { cacheBudgets } from '../../../../catalogue/cache-budgets.js';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { DAY, type Instant, plus, SECOND } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import { lruCache } from '../../../../lib/lru-cache.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import {
  type Entry,
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';
import { openAnswer, type SpentToken, sealAnswer } from './credentials/spent-token.js';
import { type RefreshTokenParts, readRefreshToken, writeRefreshToken } from './refresh-token.js';
import { SessionIndex } from './session-index.service.js';

const { days: IDLE_DAYS, mostDays: LONGEST_DAYS } = operationalRetention['refresh-token'];
/** How long another process's revocation may go unseen here. */
const FRESH_MS = 2 * SECOND;

/** All refresh tokens of one sign-in, one after the other. */
export interface Family {
  readonly userId: string;
  /** `signInMark` of the user at sign-in; another mark ends the family. */
  readonly password: string;
  readonly startedAt: Instant;
  /** The last refresh. Absent: there was none. */
  readonly lastUsedAt?: Instant;
  /** The `User-Agent` of the sign-in. */
  readonly userAgent?: string;
  /** Digest of the one token that is not spent. */
  readonly current: string;
  /** The token before it, for the time of its grace. */
  readonly spent?: SpentToken;
  readonly endedAt?: Instant;
}

export interface Presented {
  readonly entry: Entry<Family>;
  readonly token: RefreshTokenParts;
  readonly text: string;
  /** The answer to the same token a moment ago. */
  readonly answered?: object;
}

/** A sign-in that begins. */
export type SignIn = Pick<Family, 'userId' | 'password' | 'userAgent'>;

export interface OpenFamily {
  readonly sid: string;
  readonly family: Family;
}

export interface Issued {
  readonly sid: string;
  readonly refreshToken: string;
  /** The sign-in that began the family. */
  readonly signedInAt: Instant;
}

/** Whether a family was open at a time of the monotonic clock. */
interface Noted {
  readonly open: boolean;
  readonly atMs: number;
}

const keyOf = (tenantId: string, sid: string): OperationalKey => ({ tenantId, kind: 'refresh-token', id: sid });

/** The tenant is part of the name: a token that names another tenant must not end the session. */
const nameOf = (tenantId: string, sid: string): string => `${tenantId}/${sid}`;

/**
 * Refresh tokens: single use, each followed by the next. A spent one that comes again at once gets the same answer
 * again, because the first may be lost. Later, or after the next one was used, it ends the whole family.
 */
@Injectable()
export class RefreshTokenFamilies {
  private readonly recent = lruCache<string, Noted>({ bytes: cacheBudgets.signIns });

  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(SessionIndex) private readonly index: SessionIndex,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Pick<Config, 'refreshGraceSeconds'>,
  ) {}

  /** The oldest family of the user ends where there are too many. */
  async begin(tenantId: string, signIn: SignIn): Promise<Issued> {
    const { token, refreshToken } = this.next(this.ids.secret(16));
    const family: Family = { ...signIn, startedAt: this.clock.now(), current: token.digest };
    const [dropped] = await Promise.all([
      this.index.add(tenantId, signIn.userId, token.sid),
      this.operations.put(keyOf(tenantId, token.sid), family, { expected: 0, due: this.endOf(family) }),
    ]);
    this.note(tenantId, token.sid, true);
    for (const sid of dropped) await this.close(await this.entryOf(tenantId, sid));
    return { sid: token.sid, refreshToken, signedInAt: family.startedAt };
  }

  /** The families of a user that tokens can be got with, oldest first. `password`: the present mark of the user. */
  async openOf(tenantId: string, userId: string, password: string): Promise<readonly OpenFamily[]> {
    const sids = await this.index.of(tenantId, userId);
    const entries = await Promise.all(sids.map((sid) => this.entryOf(tenantId, sid)));
    return entries.flatMap((entry) =>
      entry && this.isLive(entry) && entry.value.password === password
        ? [{ sid: entry.key.id, family: entry.value }]
        : [],
    );
  }

  /** Ends a family of the user, its access tokens too. False: the user has none of this id that is open. */
  async end(tenantId: string, userId: string, sid: string): Promise<boolean> {
    const entry = await this.entryOf(tenantId, sid);
    if (!entry || !this.isLive(entry) || entry.value.userId !== userId) return false;
    await this.close(entry);
    await this.index.remove(tenantId, userId, sid);
    return true;
  }

  /** @throws Rejection `errors.grant.invalid`; a spent token has then ended its family */
  async present(tenantId: string, text: string): Promise<Presented> {
    const token = readRefreshToken(text);
    const entry = token && (await this.entryOf(tenantId, token.sid));
    if (!token || !entry || !this.isLive(entry)) return reject('errors.grant.invalid');
    if (entry.value.current === token.digest) return { entry, token, text };
    const answered = this.answerTo(entry, token, text);
    return answered ? { entry, token, text, answered } : this.refuse(entry);
  }

  /** The answer of `issue` for the next token, by compare-and-set: of several at once all get that of one. */
  async redeem<T extends object>(presented: Presented, issue: (issued: Issued) => Promise<T>): Promise<T> {
    const { entry, token, text, answered } = presented;
    if (answered) return answered as T;
    const { tenantId } = entry.key;
    const { token: following, refreshToken } = this.next(token.family);
    const answer = await issue({ sid: token.sid, refreshToken, signedInAt: entry.value.startedAt });
    const spent = { digest: token.digest, answer: sealAnswer(this.secrets, tenantId, text, answer) };
    const family: Family = { ...entry.value, current: following.digest, lastUsedAt: this.clock.now(), spent };
    const options = { expected: entry.revision, due: this.endOf(family) };
    if (await this.operations.put(entry.key, family, options)) return answer;
    return this.redeem(await this.present(tenantId, text), issue);
  }

  /** Ends the family, its access tokens too. @throws Rejection `errors.grant.invalid` always */
  async refuse(entry: Entry<Family>): Promise<never> {
    await this.close(entry);
    await this.index.remove(entry.key.tenantId, entry.value.userId, entry.key.id);
    return reject('errors.grant.invalid');
  }

  /** Whether access tokens of the family are still good. */
  isOpen(tenantId: string, sid: string): boolean | Promise<boolean> {
    const noted = this.recent.get(nameOf(tenantId, sid));
    if (noted && (this.log.exclusive || !noted.open || this.clock.monotonic() - noted.atMs < FRESH_MS))
      return noted.open;
    return this.operations.get<Family>(keyOf(tenantId, sid)).then((entry) => {
      const open = entry !== undefined && entry.value.endedAt === undefined;
      if (this.recent.get(nameOf(tenantId, sid))?.open !== false) this.note(tenantId, sid, open);
      return open;
    });
  }

  private answerTo({ key, value }: Entry<Family>, { digest }: RefreshTokenParts, text: string): object | undefined {
    const { spent, lastUsedAt } = value;
    const isRecent = lastUsedAt && plus(lastUsedAt, this.config.refreshGraceSeconds * SECOND) > this.clock.now();
    if (!isRecent || spent?.digest !== digest) return undefined;
    return openAnswer(this.secrets, key.tenantId, text, spent);
  }

  private entryOf(tenantId: string, sid: string): Promise<Entry<Family> | undefined> {
    return this.operations.get<Family>(keyOf(tenantId, sid));
  }

  private async close(entry: Entry<Family> | undefined): Promise<void> {
    if (!entry) return;
    const { key, value, due } = entry;
    this.note(key.tenantId, key.id, false);
    await this.operations.put(key, { ...value, endedAt: this.clock.now() }, due ? { due } : {});
  }

  private next(family: string) {
    const refreshToken = writeRefreshToken(family, this.ids.secret(32));
    return { refreshToken, token: readRefreshToken(refreshToken) as RefreshTokenParts };
  }

  private isLive({ value, due }: Entry<Family>): boolean {
    return value.endedAt === undefined && due !== undefined && due > this.clock.now();
  }

  private endOf({ startedAt }: Family): Instant {
    const [idle, longest] = [plus(this.clock.now(), IDLE_DAYS * DAY), plus(startedAt, LONGEST_DAYS * DAY)];
    return idle < longest ? idle : longest;
  }

  private note(tenantId: string, sid: string, open: boolean): void {
    this.recent.set(nameOf(tenantId, sid), { open, atMs: this.clock.monotonic() });
  }
}
