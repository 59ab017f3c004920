import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { cacheBudgets } from '../../../../catalogue/cache-budgets.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { isSamePrincipal, principalKind } from '../../../../kernel/access.js';
import type { Caller } from '../../../../kernel/caller.js';
import { instant, SECOND } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import { lruCache } from '../../../../lib/lru-cache.js';
import type { Authenticator, Credentials } from '../../../../ports/identity/authenticator.js';
import { KEYS, type Keys } from '../../../../ports/identity/keys.js';
import { PARTICIPANT_LIVENESS, type ParticipantLiveness } from '../../../../ports/identity/participant-liveness.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { hasRole, type User } from '../../user/domain/user.resource.js';
import { ACCESS_TOKEN, tokenVerifier, type Verified } from './credentials/access-token.js';
import { type ApiKeyParts, looksLikeApiKey, readApiKey, sameDigest } from './credentials/api-key.js';
import { KeyUse } from './key-use.service.js';
import { Principals } from './principals.service.js';
import { signInMark } from './refresh-token.js';
import { RefreshTokenFamilies } from './refresh-token-families.service.js';
import type { AccessClaims } from './tokens.service.js';
import { whenKnown } from './when-known.js';

/** A token whose signature was checked, with what is checked at each request. */
interface Known extends Verified {
  readonly caller: Caller;
  readonly sid?: string;
  readonly pwd?: string;
  /** The hash and the epoch that `pwd` was last found to match. */
  hash?: string | undefined;
  epoch?: string | undefined;
}

/** Credentials are not kept in memory as they are. */
const digestOf = (credential: string): string => hash('sha256', credential, 'base64url');

const denied = (): never => reject('errors.unauthenticated');

/** Bearer tokens and API keys. A signature is checked once, the user, key or participant behind it at each request. */
@Injectable()
export class AuthenticatorService implements Authenticator {
  /** By the digest of the header. */
  private readonly tokens = lruCache<string, Known>({ bytes: cacheBudgets.accessTokens });
  /** By the digest of the key. */
  private readonly apiKeys = lruCache<string, ApiKeyParts>({ bytes: cacheBudgets.apiKeys });
  private readonly verify: (token: string) => Verified;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Principals) private readonly principals: Principals,
    @Inject(RefreshTokenFamilies) private readonly families: RefreshTokenFamilies,
    @Inject(KeyUse) private readonly keyUse: KeyUse,
    @Inject(PARTICIPANT_LIVENESS) private readonly participants: ParticipantLiveness,
    @Inject(KEYS) keys: Keys,
    @Inject(CONFIG) config: Config,
  ) {
    this.verify = tokenVerifier(ACCESS_TOKEN, { keys, clock, issuer: config.publicUrl });
  }

  authenticate(credentials: Credentials): Promise<Caller> | Caller {
    return whenKnown(this.identified(credentials), (caller) =>
      whenKnown(this.principals.standing(caller.tenantId), (standing) => {
        if (standing === 'gone') return denied();
        return standing === 'active' ? caller : reject('errors.tenant.suspended');
      }),
    );
  }

  private identified({ authorization, apiKey }: Credentials): Promise<Caller> | Caller {
    if (apiKey === undefined) return authorization === undefined ? denied() : this.byBearer(authorization);
    if (authorization === undefined) return this.byApiKey(apiKey);
    return whenKnown(this.byBearer(authorization), (one) =>
      whenKnown(this.byApiKey(apiKey), (other) =>
        isSamePrincipal(one, other) ? one : reject('errors.credentials.ambiguous'),
      ),
    );
  }

  tenantOf({ authorization, apiKey }: Credentials): string | undefined {
    if (authorization === undefined || apiKey !== undefined) return this.tenantOfKey(apiKey);
    const token = this.tokens.get(digestOf(authorization));
    return token ? token.caller.tenantId : this.tenantOfKey(bearerText(authorization));
  }

  private tenantOfKey(text: string | undefined): string | undefined {
    return text && looksLikeApiKey(text) ? this.apiKeys.get(digestOf(text))?.tenantId : undefined;
  }

  private byBearer(authorization: string): Promise<Caller> | Caller {
    const digest = digestOf(authorization);
    const remembered = this.tokens.get(digest);
    if (remembered && remembered.expiresAt > this.clock.now()) return this.ifAlive(remembered, digest);
    if (remembered) this.tokens.delete(digest);
    const text = bearerText(authorization) ?? denied();
    if (looksLikeApiKey(text)) return this.byApiKey(text);
    const known = knownBy(this.verify(text));
    this.tokens.set(digest, known);
    return this.ifAlive(known, digest);
  }

  private byApiKey(text: string): Promise<Caller> | Caller {
    const digest = digestOf(text);
    const remembered = this.apiKeys.get(digest);
    const known = remembered ?? readApiKey(text) ?? denied();
    const { tenantId, keyId } = known;
    return whenKnown(this.principals.apiKey(tenantId, keyId), (record) => {
      if (!record || !sameDigest(record.value.digest, known.digest)) return this.refuse(digest);
      if (!remembered) this.apiKeys.set(digest, known);
      const { expiresAt, scopes } = record.value;
      const now = this.clock.now();
      if (expiresAt !== undefined && expiresAt <= now) {
        this.apiKeys.delete(digest);
        return reject('errors.token.expired');
      }
      this.keyUse.note(tenantId, keyId, now);
      const caller = { tenantId, role: 'API_KEY' as const, id: keyId, actor: `key:${keyId}` };
      return { ...caller, ...(expiresAt ? { expiresAt } : {}), ...(scopes ? { scopes } : {}) };
    });
  }

  /** A credential that was revoked is no longer known. */
  private refuse(digest: string): never {
    this.tokens.delete(digest);
    this.apiKeys.delete(digest);
    return denied();
  }

  private ifAlive(known: Known, digest: string): Promise<Caller> | Caller {
    const { caller, sid } = known;
    const { tenantId, id, conversationId } = caller;
    if (principalKind(caller) === 'participant') {
      const alive = this.participants.isAlive(tenantId, conversationId ?? '', id);
      return whenKnown(alive, (is) => (is ? caller : this.refuse(digest)));
    }
    return whenKnown(this.families.isOpen(tenantId, sid ?? ''), (open) => {
      if (!open) return this.refuse(digest);
      return whenKnown(this.principals.user(tenantId, id), (record) => {
        if (isOf(record?.value, known)) return caller;
        // Another process may have changed the user since, and issued this token after it.
        const latest = this.principals.user(tenantId, id, 'latest');
        return whenKnown(latest, (now) => (isOf(now?.value, known) ? caller : this.refuse(digest)));
      });
    });
  }
}

/** Undefined for another scheme than Bearer (RFC 6750 2.1). */
const bearerText = (authorization: string): string | undefined =>
  /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization)?.[1];

function knownBy(verified: Verified): Known {
  const { sub, tenant_id, role, conversation_id, sid, pwd, auth_time } = verified.claims as unknown as AccessClaims;
  const base = { tenantId: tenant_id, role, id: sub, expiresAt: verified.expiresAt };
  if (principalKind({ role }) === 'participant') {
    const conversationId = conversation_id ?? denied();
    return { ...verified, caller: { ...base, actor: `participant:${sub}`, conversationId } };
  }
  const sessionId = sid ?? denied();
  const signedIn = auth_time === undefined ? {} : { signedInAt: instant(auth_time * SECOND) };
  const caller = { ...base, actor: `user:${sub}`, sessionId, ...signedIn };
  return { ...verified, caller, sid: sessionId, pwd: pwd ?? denied() };
}

/** Whether the token is of the user as they are. A mark of the same hash and epoch is made once. */
function isOf(user: User | undefined, known: Known): boolean {
  if (!user || !hasRole(user, known.caller.role)) return false;
  const { passwordHash, signInEpoch } = user;
  if (known.hash !== undefined && known.hash === passwordHash && known.epoch === signInEpoch) return true;
  if (signInMark(user) !== known.pwd) return false;
  [known.hash, known.epoch] = [passwordHash, signInEpoch];
  return true;
}
