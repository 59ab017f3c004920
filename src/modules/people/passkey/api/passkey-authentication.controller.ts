import { Controller, Headers, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { emailDigest } from '../../../../engine/commands/unique-names.js';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import { refuseDisabled } from '../../../tenants/tenant/application/sign-in-ways.js';
import { TokenDto } from '../../auth/api/auth.dto.js';
import { Principals } from '../../auth/application/principals.service.js';
import { SignIns } from '../../auth/application/sign-ins.service.js';
import { PasskeyCeremonies } from '../application/ceremonies.service.js';
import { PasskeySignIns } from '../application/passkey-sign-ins.service.js';
import { readUserHandle } from '../application/user-handle.js';
import { AuthenticationOptionsDto, BeginAuthenticationDto, PasskeySignInDto } from './authentication.dto.js';
import { toAuthenticationOptionsDto } from './passkey.views.js';

@ApiTags('Authentication')
@Controller('auth/:tenant_id/webauthn/authentication')
export class PasskeyAuthenticationController {
  constructor(
    @Inject(Principals) private readonly principals: Principals,
    @Inject(PasskeyCeremonies) private readonly ceremonies: PasskeyCeremonies,
    @Inject(PasskeySignIns) private readonly passkeys: PasskeySignIns,
    @Inject(SignIns) private readonly signIns: SignIns,
  ) {}

  @Endpoint('passkey.authentication-options', {
    route: 'POST options',
    summary: 'Request the options to sign in with a passkey',
    description:
      'Pass the response to `startAuthentication` of `@simplewebauthn/browser`. The response is the same for an e-mail address without a user.',
    body: BeginAuthenticationDto,
    rate: 'token',
    responses: { 200: AuthenticationOptionsDto },
    errors: ['errors.grant.disabled', 'errors.passkey.unavailable', 'errors.tenant.not_found'],
    reads: true,
  })
  async options(
    @Param('tenant_id') tenant: string,
    @Payload(BeginAuthenticationDto) { email }: BeginAuthenticationDto,
    @Headers('origin') origin: string | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<AuthenticationOptionsDto> {
    const known = await this.principals.tenantInPath(tenant);
    refuseDisabled(known, 'passkey');
    const tenantId = known.id;
    const whose = email === undefined ? undefined : emailDigest(email);
    const begun = await this.ceremonies.begin(tenantId, 'authentication', origin, whose);
    ctx.headers['Cache-Control'] = 'no-store';
    return toAuthenticationOptionsDto(begun);
  }

  @Endpoint('passkey.authentication-verify', {
    route: 'POST verify',
    summary: 'Sign in with a passkey',
    description: 'Takes the result of `startAuthentication`. The tokens are those of the grant `password`.',
    body: PasskeySignInDto,
    rate: 'token',
    responses: { 200: TokenDto },
    errors: ['errors.grant.disabled', 'errors.passkey.invalid', 'errors.tenant.not_found'],
    reads: true,
  })
  async verify(
    @Param('tenant_id') tenant: string,
    @Payload(PasskeySignInDto) response: PasskeySignInDto,
    @Headers('user-agent') userAgent: string | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<TokenDto> {
    const known = await this.principals.tenantInPath(tenant);
    refuseDisabled(known, 'passkey');
    const tenantId = known.id;
    ctx.headers['Cache-Control'] = 'no-store';
    const user = await this.passkeys.verified(tenantId, response, ctx.nextId());
    if (user) return this.signIns.begin(user, ctx.network, userAgent);
    const userId = readUserHandle(response.response.userHandle);
    this.signIns.failed({ tenantId, userId, network: ctx.network, requestId: ctx.requestId, grant: 'passkey' });
    return reject('errors.passkey.invalid');
  }
}
