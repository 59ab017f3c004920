import { Inject, Injectable } from '@nestjs/common';
import { RateLimiter } from '../../../../fairness/rate-limits/rate-limiter.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { Rejection, reject, rejectAt } from '../../../../kernel/rejection.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { PARTICIPANT_LIVENESS, type ParticipantLiveness } from '../../../../ports/identity/participant-liveness.js';
import { PASSWORDS, type Passwords } from '../../../../ports/identity/passwords.js';
import type { Tenant } from '../../../tenants/tenant/domain/tenant.resource.js';
import { OidcSignIn } from '../../identity-provider/application/oidc-sign-in.service.js';
import { Userinfo } from '../../identity-provider/application/userinfo.service.js';
import type { User } from '../../user/domain/user.resource.js';
import { ClientAuthKeysService } from '../application/client-auth-keys.service.js';
import { Principals } from '../application/principals.service.js';
import { RedirectUris } from '../application/redirect-uris.service.js';
import { signInMark } from '../application/refresh-token.js';
import { RefreshTokenFamilies } from '../application/refresh-token-families.service.js';
import { SignIns } from '../application/sign-ins.service.js';
import { Tokens } from '../application/tokens.service.js';
import { UsersByEmail } from '../application/users-by-email.service.js';
import type { TokenDto, TokenFormDto } from './auth.dto.js';
import { ProviderUsers } from './provider-users.service.js';

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const CLIENT_AUTH_KEY_TYPE = 'urn:tidings:token-type:client-auth-key';
const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';

/** The request for tokens. */
export interface TokenRequest {
  readonly ctx: RequestContext;
  readonly userAgent: string | undefined;
  /** The account that the grant names, once it is known: for the log of failures. */
  account?: string | undefined;
}

const SUBJECT_TYPES = [CLIENT_AUTH_KEY_TYPE, ACCESS_TOKEN_TYPE];

type Company = ResourceRecord<Tenant>;

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
    @Inject(ClientAuthKeysService) private readonly clientAuthKeys: ClientAuthKeysService,
    @Inject(PARTICIPANT_LIVENESS) private readonly participants: ParticipantLiveness,
    @Inject(RedirectUris) private readonly redirectUris: RedirectUris,
    @Inject(OidcSignIn) private readonly oidc: OidcSignIn,
    @Inject(Userinfo) private readonly userinfo: Userinfo,
    @Inject(ProviderUsers) private readonly providerUsers: ProviderUsers,
    @Inject(Tokens) private readonly tokens: Tokens,
    @Inject(SignIns) private readonly signIns: SignIns,
  ) {}

  /** @throws Rejection `errors.grant.…`, `errors.identity_provider.…`, `errors.validation.failed`, `errors.tenant.not_found` */
  async grant(tenantInPath: string, form: TokenFormDto, request: TokenRequest): Promise<TokenDto> {
    const tenant = await this.principals.tenantInPath(tenantInPath);
    try {
      return await this.byType(tenant, form, request);
    } catch (error) {
      if (error instanceof Rejection && error.code === 'errors.grant.invalid')
        this.noteFailure(tenant.id, form, request);
      throw error;
    }
  }

  private noteFailure(tenantId: string, { grant_type: grant }: TokenFormDto, { ctx, account: userId }: TokenRequest) {
    this.signIns.failed({ tenantId, userId, network: ctx.network, requestId: ctx.requestId, grant });
  }

  private byType(tenant: Company, form: TokenFormDto, request: TokenRequest): Promise<TokenDto> {
    const tenantId = tenant.id;
    switch (form.grant_type) {
      case 'password':
        return this.byPassword(tenantId, needed(form, 'username'), needed(form, 'password'), request);
      case 'refresh_token':
        return this.byRefreshToken(tenantId, needed(form, 'refresh_token'), request);
      case 'authorization_code':
        return this.byCode(tenant, form, request);
      case EXCHANGE:
        return this.byExchange(tenant, needed(form, 'subject_token'), needed(form, 'subject_token_type'), request);
      default:
        return reject('errors.grant.unsupported');
    }
  }

  /** A wrong password and an unknown user give the same error after the same time. */
  private async byPassword(
    tenantId: string,
    username: string,
    password: string,
    request: TokenRequest,
  ): Promise<TokenDto> {
    const refund = this.rates.takeEmail(tenantId, username, request.ctx.network);
    const known = await this.users.find(tenantId, username);
    request.account = known?.id;
    const requester = { tenantId, client: request.ctx.network };
    const right = await this.passwords.verify(requester, known?.value.passwordHash, password);
    if (!known || !right) return refused();
    refund();
    return this.signIns.begin(known, request.userAgent);
  }

  private async byRefreshToken(tenantId: string, text: string, request: TokenRequest): Promise<TokenDto> {
    const presented = await this.families.present(tenantId, text);
    const { userId, password: mark } = presented.entry.value;
    request.account = userId;
    const known: ResourceRecord<User> | undefined = await this.principals.user(tenantId, userId);
    if (!known || signInMark(known.value) !== mark) return this.families.refuse(presented.entry);
    const { sid, refreshToken } = await this.families.rotate(presented);
    return { ...(await this.tokens.forUser(known, sid)), refresh_token: refreshToken };
  }

  /** The provider says whose the code is (`OidcSignIn`). */
  private async byCode(tenant: Company, form: TokenFormDto, request: TokenRequest): Promise<TokenDto> {
    const redemption = {
      code: needed(form, 'code'),
      redirectUri: needed(form, 'redirect_uri'),
      codeVerifier: needed(form, 'code_verifier'),
    };
    const provider = needed(form, 'provider_name');
    this.rates.take('provider', tenant.id, request.ctx.network);
    if (!(await this.redirectUris.allow(tenant.id, redemption.redirectUri))) return refused();
    const claims = await this.oidc.redeem(tenant.id, provider, redemption);
    return this.signIns.begin(await this.providerUsers.of(request.ctx, tenant, claims), request.userAgent);
  }

  private byExchange(tenant: Company, subject: string, type: string, request: TokenRequest): Promise<TokenDto> {
    switch (type) {
      case CLIENT_AUTH_KEY_TYPE:
        return this.byClientAuthKey(tenant.id, subject);
      case ACCESS_TOKEN_TYPE:
        return this.byAccessToken(tenant, subject, request);
      default:
        return rejectAt('subject_token_type', 'errors.field.choice', { choices: SUBJECT_TYPES.join(', ') });
    }
  }

  private async byClientAuthKey(tenantId: string, subject: string): Promise<TokenDto> {
    const holder = await this.clientAuthKeys.find(tenantId, subject);
    if (!holder) return refused();
    const { conversationId, participantId } = holder;
    if (!(await this.participants.isAlive(tenantId, conversationId, participantId))) return refused();
    const tokens = await this.tokens.forClient(tenantId, conversationId, participantId);
    return { ...tokens, issued_token_type: ACCESS_TOKEN_TYPE };
  }

  /** The tenant's userinfo endpoint says whose the token is. */
  private async byAccessToken(tenant: Company, accessToken: string, request: TokenRequest): Promise<TokenDto> {
    const url = tenant.value.tokenExchangeUserinfoUrl ?? reject('errors.identity_provider.not_configured');
    this.rates.take('provider', tenant.id, request.ctx.network);
    const claims = await this.userinfo.of(tenant.id, url, accessToken);
    const known = await this.providerUsers.of(request.ctx, tenant, claims);
    return { ...(await this.signIns.begin(known, request.userAgent)), issued_token_type: ACCESS_TOKEN_TYPE };
  }
}

function needed(form: TokenFormDto, field: Exclude<keyof TokenFormDto, 'grant_type'>): string {
  return form[field] ?? rejectAt(field, 'errors.field.required');
}
