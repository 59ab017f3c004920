import { Controller, Inject, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { NO_TENANT } from '../../../../kernel/stream.js';
import { PASSWORDS, type Passwords } from '../../../../ports/identity/passwords.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { frontendUrl } from '../../../tenants/tenant/application/frontend.js';
import { sameDigest } from '../../auth/application/credentials/api-key.js';
import { LoginCodes } from '../../auth/application/login/login-codes.service.js';
import { MachineSignedUpDto, MachineSignUpDto, SignedUpDto, SignUpDto } from './signup.dto.js';
import { SignUp } from './signup.service.js';

@ApiTags('Sign-up')
@Controller('signup')
export class SignUpController {
  constructor(
    @Inject(SignUp) private readonly signUp: SignUp,
    @Inject(LoginCodes) private readonly loginCodes: LoginCodes,
    @Inject(PASSWORDS) private readonly passwords: Passwords,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('signup.tenant', {
    route: 'POST',
    summary: 'Sign up a tenant with its first owner',
    body: SignUpDto,
    rate: 'signup',
    responses: { 201: SignedUpDto },
    redact: ['login_code'],
    errors: ['errors.invite_code.invalid', 'errors.tenant.exists'],
  })
  async found(
    @Payload(SignUpDto) body: SignUpDto,
    @Ctx() ctx: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedUpDto> {
    this.admit(body.signup_invite_code);
    const passwordHash = await this.passwords.hash({ tenantId: NO_TENANT, client: ctx.network }, body.user_password);
    const owner = { ...toOwner(body), passwordHash };
    const { tenantId, userId } = await this.signUp.found(ctx, toTenant(body), owner, body.demo);
    reply.header('Location', '/api/v1/tenant').header('Cache-Control', 'no-store');
    const whose = { tenantId, subdomain: body.tenant_subdomain };
    return {
      tenant_id: tenantId,
      user_id: userId,
      frontend_url: frontendUrl(this.config.publicUrl, whose),
      login_code: await this.loginCodes.issue(tenantId, userId),
    };
  }

  @Endpoint('signup.machine', {
    route: 'POST machine',
    summary: 'Sign up a tenant with an API key of a main tenant',
    description:
      'The new tenant has no user until its API key creates the first owner. Send an `Idempotency-Key`: without the response the tenant cannot be reached.',
    body: MachineSignUpDto,
    rate: 'signup',
    responses: { 201: MachineSignedUpDto },
    errors: ['errors.tenant.exists', 'errors.tenant.creation_refused'],
  })
  async foundByMachine(
    @Payload(MachineSignUpDto) body: MachineSignUpDto,
    @Ctx() ctx: RequestContext,
  ): Promise<MachineSignedUpDto> {
    const creator = await tenantOf(this.documents, ctx.caller.tenantId);
    if (!creator || !this.config.mainTenants.has(creator.value.subdomain)) reject('errors.tenant.creation_refused');
    const about = { name: body.tenant_name, subdomain: body.tenant_subdomain, preferredLanguage: 'en' as const };
    const { tenantId, apiKey } = await this.signUp.foundByMachine(ctx, about);
    ctx.created('/api/v1/tenant');
    ctx.headers['Cache-Control'] = 'no-store';
    return { tenant_id: tenantId, api_key: apiKey };
  }

  /** A code is valid any number of times. @throws Rejection `errors.invite_code.invalid` */
  private admit(code = ''): void {
    const { inviteCodes } = this.config;
    if (inviteCodes.length === 0 || inviteCodes.some((each) => sameDigest(each, code))) return;
    rejectAt('signup_invite_code', 'errors.field.invite_code', undefined, 'errors.invite_code.invalid');
  }
}

const toTenant = (body: SignUpDto) => ({
  name: body.tenant_name,
  subdomain: body.tenant_subdomain,
  preferredLanguage: body.preferred_language ?? 'en',
});

const toOwner = ({ user_email, user_firstname, user_lastname }: SignUpDto) => ({
  email: user_email,
  role: 'OWNER' as const,
  ...(user_firstname === undefined ? {} : { firstname: user_firstname }),
  ...(user_lastname === undefined ? {} : { lastname: user_lastname }),
});
