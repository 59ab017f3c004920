import { Controller, Inject, Param, Res } from '@nestjs/common';
import { ApiConsumes, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Endpoint } from '../../../http/openapi/endpoint.js';
import { FormPayload } from '../../../http/pipeline/form.js';
import { Ctx, type RequestContext } from '../../../http/pipeline/request-context.js';
import { UUID } from '../../../kernel/ids.js';
import { reject } from '../../../kernel/rejection.js';
import { KEYS, type Keys } from '../../../ports/keys.js';
import { JwksDto, TokenDto, TokenErrorDto, TokenFormDto } from './auth.dto.js';
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
    description: 'The grants are `password`, `refresh_token` and token exchange.',
    body: TokenFormDto,
    form: true,
    rate: 'token',
    responses: { 200: TokenDto },
    errors: [404],
  })
  token(
    @Param('tenant_id') tenantId: string,
    @FormPayload(TokenFormDto) form: TokenFormDto,
    @Ctx() { address }: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenDto> {
    reply.header('Cache-Control', 'no-store').header('Pragma', 'no-cache');
    if (!UUID.test(tenantId)) return reject('errors.tenant.not_found');
    return this.grants.grant(tenantId.toLowerCase(), form, address);
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
