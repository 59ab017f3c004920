import { Controller, Headers, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { Principals } from '../../auth/application/principals.service.js';
import { signInMark } from '../../auth/application/refresh-token.js';
import { RefreshTokenFamilies } from '../../auth/application/refresh-token-families.service.js';
import type { User } from '../../user/domain/user.resource.js';
import { PasskeyCeremonies } from '../application/ceremonies.service.js';
import { PasskeyRegistrations } from '../application/registrations.service.js';
import { RegisterPasskey } from '../domain/passkey.commands.js';
import { refuseTooMany } from '../domain/passkey.decider.js';
import { toRegistrationOptionsDto } from './passkey.views.js';
import { PasskeyRegisteredDto, RegisterPasskeyDto } from './registration.dto.js';
import { RegistrationOptionsDto } from './registration-options.dto.js';

@ApiTags('Authentication')
@Controller('auth/:tenant_id/webauthn/registration')
export class PasskeyRegistrationController {
  constructor(
    @Inject(Principals) private readonly principals: Principals,
    @Inject(RefreshTokenFamilies) private readonly families: RefreshTokenFamilies,
    @Inject(PasskeyCeremonies) private readonly ceremonies: PasskeyCeremonies,
    @Inject(PasskeyRegistrations) private readonly registrations: PasskeyRegistrations,
    @Inject(Commands) private readonly commands: Commands,
  ) {}

  @Endpoint('passkey.registration-options', {
    route: 'POST options',
    summary: 'Request the options to register a passkey of the calling user',
    description:
      'Pass the response to `startRegistration` of `@simplewebauthn/browser`. The relying party is the host in the header `Origin` if it is a domain of the tenant, otherwise the main domain.',
    responses: { 200: RegistrationOptionsDto },
    errors: ['errors.passkey.too_many', 'errors.passkey.unavailable', 'errors.tenant.not_found'],
    reads: true,
    recentSignIn: true,
  })
  async options(
    @Param('tenant_id') tenantId: string,
    @Headers('origin') origin: string | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<RegistrationOptionsDto> {
    const { tenant, user } = await this.calling(ctx, tenantId);
    await this.refuseEnded(ctx, user);
    const passkeys = await this.registrations.of(tenant.id, user.id);
    refuseTooMany(passkeys);
    const begun = await this.ceremonies.begin(tenant.id, 'registration', origin, user.id);
    ctx.headers['Cache-Control'] = 'no-store';
    return toRegistrationOptionsDto(tenant, user, passkeys, begun);
  }

  @Endpoint('passkey.registration-verify', {
    route: 'POST verify',
    summary: 'Register a passkey of the calling user',
    description:
      'Takes the result of `startRegistration`. A passkey ends when the user is deleted or sets a password with a link. It stays valid when the role changes.',
    body: RegisterPasskeyDto,
    responses: { 200: PasskeyRegisteredDto },
    errors: ['errors.passkey.invalid', 'errors.passkey.exists', 'errors.passkey.too_many', 'errors.tenant.not_found'],
    recentSignIn: true,
  })
  async verify(
    @Param('tenant_id') tenantId: string,
    @Payload(RegisterPasskeyDto) response: RegisterPasskeyDto,
    @Ctx() ctx: RequestContext,
  ): Promise<PasskeyRegisteredDto> {
    const { tenant, user } = await this.calling(ctx, tenantId);
    await this.refuseEnded(ctx, user);
    const passkey = await this.registrations.verified(tenant.id, user, response, ctx.nextId());
    if (!passkey) return reject('errors.passkey.invalid');
    await this.commands.send(ctx, new RegisterPasskey(user.id, passkey, ctx.meta()));
    return { verified: true };
  }

  /** A session may have ended in another process by a password that was set there. @throws Rejection `errors.unauthenticated` */
  private async refuseEnded({ caller }: RequestContext, user: ResourceRecord<User>): Promise<void> {
    const open = await this.families.openOf(user.tenantId, user.id, signInMark(user.value));
    if (!open.some(({ sid }) => sid === caller.sessionId)) reject('errors.unauthenticated');
  }

  /** @throws Rejection `errors.tenant.not_found` where the path names another tenant than the caller's */
  private async calling({ caller }: RequestContext, tenantId: string) {
    if (tenantId.toLowerCase() !== caller.tenantId) return reject('errors.tenant.not_found');
    const [tenant, user] = await Promise.all([
      this.principals.tenant(caller.tenantId),
      this.principals.user(caller.tenantId, caller.id, 'latest'),
    ]);
    return tenant && user ? { tenant, user } : reject('errors.unauthenticated');
  }
}
