import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { limits } from '../../../../catalogue/limits/limits.js';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { Rejection, reject } from '../../../../kernel/rejection.js';
import { Principals } from '../../auth/application/principals.service.js';
import { Accounts } from '../../user/api/accounts.service.js';
import { EmailTokens } from '../application/email-tokens.service.js';
import { ConfirmEmailDto } from './email.dto.js';

@ApiTags('Authentication')
@Controller('auth/:tenant_id/email')
export class EmailController {
  constructor(
    @Inject(Principals) private readonly principals: Principals,
    @Inject(EmailTokens) private readonly tokens: EmailTokens,
    @Inject(Accounts) private readonly accounts: Accounts,
  ) {}

  @Endpoint('email.confirm', {
    route: 'POST confirm',
    summary: 'Confirm an e-mail address with the token of a link',
    description: `The address takes effect immediately. The link is valid for ${limits.emailTokenHours} hours. A repeated call changes nothing.`,
    body: ConfirmEmailDto,
    rate: 'reset',
    responses: { 204: null },
    errors: ['errors.token.invalid', 'errors.tenant.not_found', 'errors.user.exists'],
  })
  async confirm(
    @Param('tenant_id') tenant: string,
    @Payload(ConfirmEmailDto) { token }: ConfirmEmailDto,
    @Ctx() ctx: RequestContext,
  ): Promise<void> {
    const { id: tenantId } = await this.principals.tenantInPath(tenant);
    const { userId, email } = this.tokens.open(tenantId, token) ?? reject('errors.token.invalid');
    if (!(await this.isConfirmed(ctx, tenantId, userId, email))) reject('errors.token.invalid');
  }

  private async isConfirmed(ctx: RequestContext, tenantId: string, userId: string, email: string): Promise<boolean> {
    try {
      return await this.accounts.confirmEmail(ctx, tenantId, userId, email);
    } catch (error) {
      if (error instanceof Rejection && error.code === 'errors.user.not_found') return false;
      throw error;
    }
  }
}
