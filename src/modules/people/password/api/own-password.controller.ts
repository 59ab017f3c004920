import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RateLimiter } from '../../../../fairness/rate-limits/rate-limiter.js';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { PASSWORDS, type Passwords } from '../../../../ports/identity/passwords.js';
import { UsersByEmail } from '../../auth/application/users-by-email.service.js';
import { user } from '../../user/domain/user.resource.js';
import { WaysIn } from '../../ways-in/application/ways-in.service.js';
import { ChangePasswordDto } from './password.dto.js';

@ApiTags('Users')
@Controller('users/me/password')
export class OwnPasswordController {
  constructor(
    @Inject(UsersByEmail) private readonly users: UsersByEmail,
    @Inject(RateLimiter) private readonly rates: RateLimiter,
    @Inject(PASSWORDS) private readonly passwords: Passwords,
    @Inject(WaysIn) private readonly ways: WaysIn,
    @Inject(Commands) private readonly commands: Commands,
  ) {}

  @Endpoint('password.change', {
    route: 'PUT',
    summary: 'Change the password of the calling user',
    description:
      'All sessions, sockets and passkeys of the user end, including the session of the request. Sending the current password as the new one changes nothing. A user without a password sets one with a link.',
    body: ChangePasswordDto,
    recentSignIn: true,
    rate: 'token',
    responses: { 204: null },
    errors: ['errors.tenant.last_sign_in'],
  })
  async change(
    @Payload(ChangePasswordDto) { current_password: current, password }: ChangePasswordDto,
    @Ctx() ctx: RequestContext,
  ): Promise<void> {
    const { tenantId, id } = ctx.caller;
    const record = (await this.users.byId(tenantId, id)) ?? reject('errors.unauthenticated');
    const { value, revision } = record;
    const refund = this.rates.takeEmail(tenantId, value.email, ctx.network);
    const requester = { tenantId, client: ctx.network };
    const isRight = await this.passwords.verify(requester, value.passwordHash, current);
    if (!isRight) rejectAt('current_password', 'errors.field.wrong_password');
    refund();
    if (password === current) return;
    const passwordHash = await this.passwords.hash(requester, password);
    const change = { patch: { passwordHash }, ifMatch: ctx.ifMatch ?? [revision] };
    const meta = ctx.meta();
    const command = new user.Change(id, change, meta);
    await this.ways.endPasskeysOf(record, meta, () => this.commands.send(ctx, command));
    await this.commands.settle(ctx);
  }
}
