import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { rejections } from '../../../../catalogue/errors/rejections.js';
import { RateLimiter } from '../../../../fairness/rate-limits/rate-limiter.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { ProviderTest } from '../../identity-provider/application/provider-test.service.js';
import { OidcConfigTestDto } from './oidc-config-test.dto.js';

@ApiTags('OIDC configs')
@Controller('oidc-configs')
export class OidcConfigTestController {
  constructor(
    @Inject(ProviderTest) private readonly providers: ProviderTest,
    @Inject(RateLimiter) private readonly rates: RateLimiter,
  ) {}

  @Endpoint('oidc-config.test', {
    route: 'POST :provider_name/test',
    summary: 'Test an OIDC config',
    description: 'The test reads the metadata of the provider and names a fault of the setting. It signs in no user.',
    responses: { 200: OidcConfigTestDto },
    errors: ['errors.oidc_config.not_found'],
    reads: true,
  })
  async test(@Param('provider_name') name: string, @Ctx() ctx: RequestContext): Promise<OidcConfigTestDto> {
    const { tenantId } = ctx.caller;
    this.rates.take('provider', tenantId, ctx.network);
    const { issuer, error } = await this.providers.of(tenantId, name);
    return {
      ok: error === undefined,
      ...(issuer === undefined ? {} : { issuer }),
      ...(error === undefined ? {} : { error: { code: error, message: rejections[error][ctx.language] } }),
    };
  }
}
