import { Controller, Headers, Inject, Param, Res } from '@nestjs/common';
import { ApiConsumes, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { oidcProvidersOf } from '../../../../../projections/oidc-config/reads.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { FormPayload } from '../../../../http/body/form.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { KEYS, type Keys } from '../../../../ports/identity/keys.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { relyingPartiesOf } from '../../../tenants/tenant/application/relying-parties-of.js';
import { signInWaysOf } from '../../../tenants/tenant/domain/tenant.resource.js';
import { SETTING_ERRORS } from '../../identity-provider/application/setting-errors.js';
import { Principals } from '../application/principals.service.js';
import {
  JwksDto,
  SignInOptionsDto,
  SignInOptionsQueryDto,
  TokenDto,
  TokenErrorDto,
  TokenFormDto,
  toOidcProviderOptionDto,
} from './auth.dto.js';
import { Grants } from './grants.service.js';

@ApiTags('Authentication')
@Controller('auth')
export class AuthController {
  constructor(@Inject(Grants) private readonly grants: Grants) {}

  @ApiResponse({ status: 400, type: TokenErrorDto })
  @ApiResponse({ status: 404, type: TokenErrorDto })
  @ApiConsumes('application/x-www-form-urlencoded')
  @Endpoint('auth.token', {
    route: 'POST :tenant_id/oauth2/token',
    summary: 'Request tokens with an OAuth 2.0 grant',
    description:
      'The grants are `password`, `refresh_token`, `authorization_code`, token exchange and login code. The first sign-in of an owner through a provider also needs an access token of the owner in `Authorization`. Unknown fields are ignored (RFC 6749, section 3.2).',
    body: TokenFormDto,
    form: true,
    rate: 'token',
    responses: { 200: TokenDto },
    errors: [
      'errors.grant.invalid',
      'errors.grant.unsupported',
      'errors.grant.disabled',
      ...SETTING_ERRORS,
      'errors.identity_provider.not_configured',
      'errors.identity_provider.unavailable',
      'errors.tenant.not_found',
    ],
  })
  token(
    @Param('tenant_id') tenantId: string,
    @FormPayload(TokenFormDto) form: TokenFormDto,
    @Ctx() ctx: RequestContext,
    @Headers('user-agent') userAgent: string | undefined,
    @Headers('authorization') authorization: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenDto> {
    reply.header('Cache-Control', 'no-store').header('Pragma', 'no-cache');
    return this.grants.grant(tenantId, form, { ctx, userAgent, authorization });
  }
}

@ApiTags('Authentication')
@Controller('auth/:tenant_id/options')
export class SignInOptionsController {
  constructor(
    @Inject(Principals) private readonly principals: Principals,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('auth.options', {
    route: 'GET',
    summary: 'List the sign-in methods',
    description: 'The response is the same for an e-mail address without a user.',
    query: SignInOptionsQueryDto,
    responses: { 200: SignInOptionsDto },
    errors: ['errors.tenant.not_found'],
  })
  async options(
    @Param('tenant_id') tenantId: string,
    @QueryPayload(SignInOptionsQueryDto) _: SignInOptionsQueryDto,
  ): Promise<SignInOptionsDto> {
    const known = await this.principals.tenantInPath(tenantId);
    const [providers, relyingParties] = await Promise.all([
      oidcProvidersOf(this.documents, known.id),
      relyingPartiesOf(this.documents, this.config.publicUrl, known.id),
    ]);
    const { password, passkey, sso } = signInWaysOf(known.value);
    return {
      email: password,
      webauthn: passkey && relyingParties.length > 0,
      oidc_providers: sso ? providers.map(toOidcProviderOptionDto) : [],
    };
  }
}

@ApiTags('Authentication')
@Controller('.well-known/jwks.json')
export class JwksController {
  constructor(@Inject(KEYS) private readonly keys: Keys) {}

  @Endpoint('auth.jwks', {
    route: 'GET',
    summary: 'List the public keys that verify tokens (RFC 7517)',
    responses: { 200: JwksDto },
  })
  jwks(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.header('Cache-Control', 'public, max-age=300');
    return { keys: this.keys.jwks() };
  }
}
