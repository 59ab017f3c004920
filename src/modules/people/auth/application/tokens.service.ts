import { Inject, Injectable } from '@nestjs/common';
import type { Role } from '../../../../catalogue/permissions/roles.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { epochMs, type Instant, plus, SECOND } from '../../../../kernel/instant.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { KEYS, type Keys } from '../../../../ports/identity/keys.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import type { User } from '../../user/domain/user.resource.js';
import { ACCESS_TOKEN } from './credentials/access-token.js';
import { signInMark } from './refresh-token.js';
import type { Issued } from './refresh-token-families.service.js';

/** Claims of an access token. `sid` and `pwd` bind a user's token to its sign-in and to its mark (`signInMark`). */
export interface AccessClaims {
  readonly sub: string;
  readonly tenant_id: string;
  readonly role: Role;
  readonly conversation_id?: string;
  readonly sid?: string;
  readonly pwd?: string;
  /** Seconds since 1970 of the sign-in (OpenID Connect Core 2). A refresh keeps it. */
  readonly auth_time?: number;
}

export interface Granted {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
}

export interface UserTokens extends Granted {
  readonly id_token: string;
}

/** Signs access and id tokens (contract 3). */
@Injectable()
export class Tokens {
  constructor(
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async forUser(
    { tenantId, id, value }: ResourceRecord<User>,
    { sid, signedInAt }: Pick<Issued, 'sid' | 'signedInAt'>,
  ): Promise<UserTokens> {
    const pwd = signInMark(value);
    const auth_time = Math.floor(epochMs(signedInAt) / SECOND);
    const granted = await this.access({ sub: id, tenant_id: tenantId, role: value.role, sid, pwd, auth_time });
    const { email, firstname, lastname } = value;
    const names = { ...(firstname ? { given_name: firstname } : {}), ...(lastname ? { family_name: lastname } : {}) };
    const about = { iss: this.config.publicUrl, aud: tenantId, sub: id, email, auth_time, ...names };
    return { ...granted, id_token: await this.keys.sign(about, 'JWT', this.end()) };
  }

  forClient(tenantId: string, conversationId: string, participantId: string): Promise<Granted> {
    const whose = { sub: participantId, tenant_id: tenantId, conversation_id: conversationId };
    return this.access({ ...whose, role: 'CLIENT_PARTICIPANT' });
  }

  private async access(claims: AccessClaims): Promise<Granted> {
    const said = { iss: this.config.publicUrl, aud: ACCESS_TOKEN.audience, jti: this.ids.next(), ...claims };
    const token = await this.keys.sign(said, ACCESS_TOKEN.typ, this.end());
    return { access_token: token, token_type: 'Bearer', expires_in: this.config.accessTokenSeconds };
  }

  private end(): Instant {
    return plus(this.clock.now(), this.config.accessTokenSeconds * SECOND);
  }
}
