import { Inject, Injectable } from '@nestjs/common';
import { RateLimiter } from '../../../engine/commands/rate-limiter.js';
import { reject, rejectAt } from '../../../kernel/rejection.js';
import type { ResourceRecord } from '../../../kernel/resource.js';
import { PARTICIPANT_LIVENESS, type ParticipantLiveness } from '../../../ports/participant-liveness.js';
import { PASSWORDS, type Passwords } from '../../../ports/passwords.js';
import type { User } from '../../user/domain/user.resource.js';
import { StoredClientAuthKeys } from '../application/client-auth-keys.service.js';
import { Principals } from '../application/principals.service.js';
import { signInMark } from '../application/refresh-token.js';
import { RefreshTokenFamilies } from '../application/refresh-token-families.service.js';
import { SignIns } from '../application/sign-ins.service.js';
import { Tokens } from '../application/tokens.service.js';
import { UsersByEmail } from '../application/users-by-email.service.js';
import type { TokenDto, TokenFormDto } from './auth.dto.js';

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const CLIENT_AUTH_KEY_TYPE = 'urn:tidings:token-type:client-auth-key';
const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';

/** The request that asks for a token. */
export interface Asking {
  /** Bucket of the client's address. */
  readonly address: string;
  readonly userAgent?: string | undefined;
}

const refused = (): never => reject('errors.grant.invalid');

/** Issues tokens for each grant of the token endpoint (contract 3). */
@Injectable()
export class Grants {
  constructor(
    @Inject(UsersByEmail) private readonly users: UsersByEmail,
    @Inject(RateLimiter) private readonly rates: RateLimiter,
    @Inject(PASSWORDS) private readonly passwords: Passwords,
    @Inject(Principals) private readonly principals: Principals,
    @Inject(RefreshTokenFamilies) private readonly families: RefreshTokenFamilies,
    @Inject(StoredClientAuthKeys) private readonly clientAuthKeys: StoredClientAuthKeys,
    @Inject(PARTICIPANT_LIVENESS) private readonly participants: ParticipantLiveness,
    @Inject(Tokens) private readonly tokens: Tokens,
    @Inject(SignIns) private readonly signIns: SignIns,
  ) {}

  /** @throws Rejection `errors.grant.invalid`, `errors.grant.unsupported`, `errors.validation.failed`, `errors.tenant.not_found` */
  async grant(tenantId: string, form: TokenFormDto, asking: Asking): Promise<TokenDto> {
    if (!(await this.principals.tenant(tenantId))) return reject('errors.tenant.not_found');
    switch (form.grant_type) {
      case 'password':
        return this.byPassword(tenantId, needed(form, 'username'), needed(form, 'password'), asking);
      case 'refresh_token':
        return this.byRefreshToken(tenantId, needed(form, 'refresh_token'));
      case EXCHANGE:
        return this.byExchange(tenantId, needed(form, 'subject_token'), needed(form, 'subject_token_type'));
      default:
        return reject('errors.grant.unsupported');
    }
  }

  /** A wrong password and an unknown user are told alike, and take alike. */
  private async byPassword(
    tenantId: string,
    username: string,
    password: string,
    { address, userAgent }: Asking,
  ): Promise<TokenDto> {
    const refund = this.rates.takeEmail(tenantId, username, address);
    const known = await this.users.find(tenantId, username);
    const right = await this.passwords.verify(tenantId, known?.value.passwordHash, password);
    if (!known || !right) return refused();
    refund();
    return this.signIns.begin(known, userAgent);
  }

  private async byRefreshToken(tenantId: string, text: string): Promise<TokenDto> {
    const presented = await this.families.present(tenantId, text);
    const { userId, password: mark } = presented.entry.value;
    const known: ResourceRecord<User> | undefined = await this.principals.user(tenantId, userId);
    if (!known || signInMark(known.value) !== mark) return this.families.refuse(presented.entry);
    const { sid, refreshToken } = await this.families.rotate(presented);
    return { ...(await this.tokens.forUser(known, sid)), refresh_token: refreshToken };
  }

  /** Users' tokens of another issuer are not taken until a tenant can say which (contract 12). */
  private async byExchange(tenantId: string, subject: string, type: string): Promise<TokenDto> {
    if (type !== CLIENT_AUTH_KEY_TYPE)
      return rejectAt('subject_token_type', 'errors.field.choice', { choices: CLIENT_AUTH_KEY_TYPE });
    const holder = await this.clientAuthKeys.find(tenantId, subject);
    if (!holder) return refused();
    const { conversationId, participantId } = holder;
    if (!(await this.participants.isAlive(tenantId, conversationId, participantId))) return refused();
    const tokens = await this.tokens.forClient(tenantId, conversationId, participantId);
    return { ...tokens, issued_token_type: ACCESS_TOKEN_TYPE };
  }
}

function needed(
  form: TokenFormDto,
  field: 'username' | 'password' | 'refresh_token' | 'subject_token' | 'subject_token_type',
) {
  return form[field] ?? rejectAt(field, 'errors.field.required');
}
