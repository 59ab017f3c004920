import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config/config.js';
import { Guesses } from '../../../../fairness/rate-limits/guesses.js';
import { RateLimiter } from '../../../../fairness/rate-limits/rate-limiter.js';
import { isRecent } from '../../../../http/request/recent-sign-in.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { Rejection, reject, rejectAt } from '../../../../kernel/rejection.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { AUTHENTICATOR, type Authenticator } from '../../../../ports/identity/authenticator.js';
import { PARTICIPANT_LIVENESS, type ParticipantLiveness } from '../../../../ports/identity/participant-liveness.js';
import { PASSWORDS, type Passwords } from '../../../../ports/identity/passwords.js';
import { refuseDisabled } from '../../../tenants/tenant/application/sign-in-ways.js';
import type { Tenant } from '../../../tenants/tenant/domain/tenant.resource.js';
import { OidcSignIn } from '../../identity-provider/application/oidc-sign-in.service.js';
import { TokenAudience } from '../../identity-provider/application/token-audience.service.js';
import { Userinfo } from '../../identity-provider/application/userinfo.service.js';
import type { User } from '../../user/domain/user.resource.js';
import { ClientAuthKeysService } from '../application/client-auth-keys.service.js';
import { LoginCodes } from '../application/login/login-codes.service.js';
import { Principals } from '../application/principals.service.js';
import { RedirectUris } from '../application/redirect-uris.service.js';
import { signInMark } from '../application/refresh-token.js';
import { RefreshTokenFamilies } from '../application/refresh-token-families.service.js';
import { SignInNetworks } from '../application/sign-in-networks.service.js';
import { SignIns } from '../application/sign-ins.service.js';
import { Tokens } from '../application/tokens.service.js';
import { UsersByEmail } from '../application/users-by-email.service.js';
import type { TokenDto, TokenFormDto } from './auth.dto.js';
import { type IsSignedIn, ProviderUsers } from './provider-users.service.js';

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const LOGIN_CODE = 'urn:tidings:grant-type:login-code';
const CLIENT_AUTH_KEY_TYPE = 'urn:tidings:token-type:client-auth-key';
const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';

/** The request for tokens. */
export interface TokenRequest {
  readonly ctx: RequestContext;
  readonly userAgent: string | undefined;
  readonly authorization: string | undefined;
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
    @Inject(Guesses) private readonly guesses: Guesses,
    @Inject(SignInNetworks) private readonly networks: SignInNetworks,
    @Inject(PASSWORDS) private readonly passwords: Passwords,
    @Inject(Principals) private readonly principals: Principals,
    @Inject(RefreshTokenFamilies) private readonly families: RefreshTokenFamilies,
    @Inject(ClientAuthKeysService) private readonly clientAuthKeys: ClientAuthKeysService,
    @Inject(LoginCodes) private readonly loginCodes: LoginCodes,
    @Inject(PARTICIPANT_LIVENESS) private readonly participants: ParticipantLiveness,
    @Inject(RedirectUris) private readonly redirectUris: RedirectUris,
    @Inject(OidcSignIn) private readonly oidc: OidcSignIn,
    @Inject(Userinfo) private readonly userinfo: Userinfo,
    @Inject(TokenAudience) private readonly audience: TokenAudience,
    @Inject(ProviderUsers) private readonly providerUsers: ProviderUsers,
    @Inject(Tokens) private readonly tokens: Tokens,
    @Inject(SignIns) private readonly signIns: SignIns,
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
    @Inject(CONFIG) private readonly config: Config,
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
        refuseDisabled(tenant, 'password');
        return this.byPassword(tenantId, needed(form, 'username'), needed(form, 'password'), request);
      case 'refresh_token':
        return this.byRefreshToken(tenantId, needed(form, 'refresh_token'), request);
      case 'authorization_code':
        refuseDisabled(tenant, 'sso');
        return this.byCode(tenant, form, request);
      case EXCHANGE:
        return this.byExchange(tenant, needed(form, 'subject_token'), needed(form, 'subject_token_type'), request);
      case LOGIN_CODE:
        return this.byLoginCode(tenantId, needed(form, 'code'), request);
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
    const { network } = request.ctx;
    const takeBack = await this.guesses.take({ tenantId, email: username, password, network }, () =>
      this.networks.has(tenantId, username, network),
    );
    const known = await this.users.find(tenantId, username);
    request.account = known?.id;
    const requester = { tenantId, client: network };
    const right = await this.passwords.verify(requester, known?.value.passwordHash, password);
    if (!known || !right) return refused();
    takeBack();
    return this.signIns.begin(known, request.ctx.network, request.userAgent);
  }

  private async byRefreshToken(tenantId: string, text: string, request: TokenRequest): Promise<TokenDto> {
    const presented = await this.families.present(tenantId, text);
    const { userId, password: mark } = presented.entry.value;
    request.account = userId;
    const known: ResourceRecord<User> | undefined = await this.principals.user(tenantId, userId);
    if (!known || signInMark(known.value) !== mark) return this.families.refuse(presented.entry);
    return this.families.redeem(presented, async (issued) => ({
      ...(await this.tokens.forUser(known, issued)),
      refresh_token: issued.refreshToken,
    }));
  }

  private async byLoginCode(tenantId: string, code: string, request: TokenRequest): Promise<TokenDto> {
    const userId = await this.loginCodes.redeem(tenantId, code);
    request.account = userId;
    const known = userId === undefined ? undefined : await this.principals.user(tenantId, userId);
    return known ? this.signIns.begin(known, request.ctx.network, request.userAgent) : refused();
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
    const vouched = await this.oidc.redeem(tenant.id, provider, redemption);
    const known = await this.providerUsers.of(request.ctx, tenant, vouched, this.isSignedIn(request));
    return this.signIns.begin(known, request.ctx.network, request.userAgent);
  }

  private byExchange(tenant: Company, subject: string, type: string, request: TokenRequest): Promise<TokenDto> {
    switch (type) {
      case CLIENT_AUTH_KEY_TYPE:
        return this.byClientAuthKey(tenant.id, subject);
      case ACCESS_TOKEN_TYPE:
        refuseDisabled(tenant, 'sso');
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
    const { tokenExchangeUserinfoUrl, tokenExchangeAudience: audience, tokenExchangeTrustsEmail } = tenant.value;
    const userinfoUrl = tokenExchangeUserinfoUrl ?? reject('errors.identity_provider.not_configured');
    this.rates.take('provider', tenant.id, request.ctx.network);
    const claims = await this.userinfo.of(tenant.id, userinfoUrl, accessToken);
    await this.audience.check(tenant.id, { userinfoUrl, accessToken, claims, audience });
    const vouched = { claims, issuer: userinfoUrl, trustsEmail: tokenExchangeTrustsEmail === true };
    const known = await this.providerUsers.of(request.ctx, tenant, vouched, this.isSignedIn(request));
    return {
      ...(await this.signIns.begin(known, request.ctx.network, request.userAgent)),
      issued_token_type: ACCESS_TOKEN_TYPE,
    };
  }

  /** The token of a person, not of a machine. */
  private isSignedIn({ authorization, ctx }: TokenRequest): IsSignedIn {
    return async ({ tenantId, id }) => {
      if (authorization === undefined) return false;
      try {
        const caller = await this.authenticator.authenticate({ authorization });
        return caller.tenantId === tenantId && caller.id === id && isRecent(caller, ctx.at, this.config.reauthSeconds);
      } catch (error) {
        if (error instanceof Rejection) return false;
        throw error;
      }
    };
  }
}

function needed(form: TokenFormDto, field: Exclude<keyof TokenFormDto, 'grant_type'>): string {
  return form[field] ?? rejectAt(field, 'errors.field.required');
}
