import { Controller, Inject, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RateLimiter } from '../../../../fairness/rate-limits/rate-limiter.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { rejectAt } from '../../../../kernel/rejection.js';
import { refuseDisabled } from '../../../tenants/tenant/application/sign-in-ways.js';
import { OidcSignIn } from '../../identity-provider/application/oidc-sign-in.service.js';
import { SETTING_ERRORS } from '../../identity-provider/application/setting-errors.js';
import { Principals } from '../application/principals.service.js';
import { RedirectUris } from '../application/redirect-uris.service.js';
import { AuthorizeQueryDto } from './oidc.dto.js';

@ApiTags('Authentication')
@Controller('auth/:tenant_id/oidc/:provider_name')
export class OidcController {
  constructor(
    @Inject(Principals) private readonly principals: Principals,
    @Inject(RedirectUris) private readonly redirectUris: RedirectUris,
    @Inject(RateLimiter) private readonly rates: RateLimiter,
    @Inject(OidcSignIn) private readonly oidc: OidcSignIn,
  ) {}

  @Endpoint('auth.authorize', {
    route: 'GET authorize',
    summary: 'Redirect the browser to an OIDC provider to sign in',
    description:
      'The provider redirects the browser to `redirect_uri` with `code` and `state`. The app compares `state` and sends the code to the token call with the grant `authorization_code`. An app with several providers uses one redirect URI per provider. A change of the OIDC config ends sign-ins in progress.',
    query: AuthorizeQueryDto,
    responses: { 302: null },
    errors: [
      'errors.identity_provider.unavailable',
      'errors.grant.disabled',
      'errors.tenant.not_found',
      'errors.oidc_config.not_found',
      ...SETTING_ERRORS,
    ],
  })
  async authorize(
    @Param('tenant_id') tenant: string,
    @Param('provider_name') provider: string,
    @QueryPayload(AuthorizeQueryDto) query: AuthorizeQueryDto,
    @Ctx() ctx: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const known = await this.principals.tenantInPath(tenant);
    refuseDisabled(known, 'sso');
    const tenantId = known.id;
    this.rates.take('provider', tenantId, ctx.network);
    const { redirect_uri: redirectUri, state, code_challenge: codeChallenge } = query;
    if (!(await this.redirectUris.allow(tenantId, redirectUri))) rejectAt('redirect_uri', 'errors.field.redirect_uri');
    const url = await this.oidc.authorizationUrl(tenantId, provider, { redirectUri, state, codeChallenge });
    reply.header('Location', url).header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer');
  }
}
