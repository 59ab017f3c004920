import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { limits } from '../../../../catalogue/limits/limits.js';
import { RateLimiter } from '../../../../fairness/rate-limits/rate-limiter.js';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import { PASSWORDS, type Passwords } from '../../../../ports/identity/passwords.js';
import { Principals } from '../../auth/application/principals.service.js';
import { UsersByEmail } from '../../auth/application/users-by-email.service.js';
import { user } from '../../user/domain/user.resource.js';
import { WaysIn } from '../../ways-in/application/ways-in.service.js';
import { PasswordMails } from '../application/password-mails.service.js';
import { PasswordTokens } from '../application/password-tokens.service.js';
import { ResetPasswordDto, SetPasswordDto } from './password.dto.js';

const invalid = (): never => reject('errors.token.invalid');

@ApiTags('Authentication')
@Controller('auth/:tenant_id/password-reset')
export class PasswordController {
  constructor(
    @Inject(Principals) private readonly principals: Principals,
    @Inject(UsersByEmail) private readonly users: UsersByEmail,
    @Inject(RateLimiter) private readonly rates: RateLimiter,
    @Inject(PASSWORDS) private readonly passwords: Passwords,
    @Inject(PasswordMails) private readonly mails: PasswordMails,
    @Inject(PasswordTokens) private readonly tokens: PasswordTokens,
    @Inject(WaysIn) private readonly ways: WaysIn,
    @Inject(Commands) private readonly commands: Commands,
  ) {}

  @Endpoint('password.reset', {
    route: 'POST',
    summary: 'Send a link to set a new password',
    description: `The response is the same for an e-mail address without a user. The link is valid for one hour and once. A newer link ends the older one. A user gets at most ${limits.passwordMailsPerHour} e-mails an hour; further requests send none.`,
    body: ResetPasswordDto,
    rate: 'reset',
    responses: { 204: null },
    errors: ['errors.tenant.not_found'],
  })
  async reset(
    @Param('tenant_id') tenant: string,
    @Payload(ResetPasswordDto) { email }: ResetPasswordDto,
    @Ctx() ctx: RequestContext,
  ): Promise<void> {
    const { id: tenantId } = await this.principals.tenantInPath(tenant);
    this.rates.takeEmail(tenantId, email, ctx.network);
    await this.mails.reset(tenantId, email, { id: ctx.nextId(), at: ctx.at, ...ctx.cause });
  }

  @Endpoint('password.set', {
    route: 'POST set',
    summary: 'Set a password with the token of a link',
    description: 'All sessions, sockets and passkeys of the user end: somebody else may have registered a passkey.',
    body: SetPasswordDto,
    rate: 'reset',
    responses: { 204: null },
    errors: ['errors.token.invalid', 'errors.tenant.not_found', 'errors.tenant.last_sign_in'],
  })
  async set(
    @Param('tenant_id') tenant: string,
    @Payload(SetPasswordDto) { email, password, token }: SetPasswordDto,
    @Ctx() ctx: RequestContext,
  ): Promise<void> {
    const { id: tenantId } = await this.principals.tenantInPath(tenant);
    const refund = this.rates.takeEmail(tenantId, email, ctx.network);
    const spender = ctx.nextId();
    // Hashes before the look-ups, so that the time of the response does not show whether the user exists.
    const passwordHash = await this.passwords.hash({ tenantId, client: ctx.network }, password);
    const known = await this.users.find(tenantId, email);
    const found = await this.tokens.find(tenantId, known, token, spender);
    if (!known || !found) return invalid();
    const meta = ctx.meta({ tenantId, actor: `user:${known.id}` });
    const patch = { passwordHash, provenEmail: known.value.email };
    await this.commands.onLatest(ctx, async () => {
      const present = (await this.users.byId(tenantId, known.id)) ?? invalid();
      const still = (await this.tokens.find(tenantId, present, token, spender)) ?? invalid();
      await this.ways.endPasskeysOf(present, meta, async () => {
        if (!(await this.tokens.spend(still, spender))) invalid();
        await this.commands.send(ctx, new user.Change(known.id, { patch, ifMatch: [present.revision] }, meta));
      });
    });
    await this.commands.settle(ctx);
    refund();
  }
}
