import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { limits } from '../../../../catalogue/limits/limits.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listReader } from '../../../../http/answer/list-reader.js';
import { listing } from '../../../../http/answer/paging.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import { WaysIn } from '../../ways-in/application/ways-in.service.js';
import { PasskeyRegistrations } from '../application/registrations.service.js';
import { RemovePasskey } from '../domain/passkey.commands.js';
import { PasskeyDto, PasskeyListDto, PasskeyQueryDto } from './passkey.dto.js';
import { toPasskeyDto } from './passkey.views.js';

/** Bytes of a large row. */
const ROW_BYTES = 2_048;

@ApiTags('Users')
@Controller('users/me/passkeys')
export class PasskeyController {
  constructor(
    @Inject(PasskeyRegistrations) private readonly registrations: PasskeyRegistrations,
    @Inject(Commands) private readonly commands: Commands,
    @Inject(WaysIn) private readonly ways: WaysIn,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
  ) {}

  @Endpoint('passkey.list', {
    route: 'GET',
    summary: 'List the passkeys of the calling user',
    query: PasskeyQueryDto,
    responses: { 200: PasskeyListDto },
  })
  async list(@QueryPayload(PasskeyQueryDto) query: PasskeyQueryDto, @Ctx() ctx: RequestContext) {
    const reader = listReader(await this.own(ctx));
    const page = await listing(reader, query, {}, limits.listDefault, () => undefined);
    return this.answers.page(
      ctx,
      'passkeys',
      page,
      rowsBy(ROW_BYTES, (each: PasskeyDto) => each),
    );
  }

  @Endpoint('passkey.read', {
    route: 'GET :passkey_id',
    summary: 'Read a passkey of the calling user',
    responses: { 200: PasskeyDto },
    errors: ['errors.passkey.not_found'],
    asOf: true,
  })
  read(@Param('passkey_id') id: string, @Ctx() ctx: RequestContext): Promise<PasskeyDto> {
    return this.existing(ctx, id);
  }

  @Endpoint('passkey.delete', {
    route: 'DELETE :passkey_id',
    summary: 'Delete a passkey of the calling user',
    description: 'The passkey no longer signs in anyone. Its sessions continue.',
    recentSignIn: true,
    responses: { 204: null },
    errors: ['errors.passkey.not_found', 'errors.tenant.last_sign_in'],
  })
  async remove(@Param('passkey_id') id: string, @Ctx() ctx: RequestContext): Promise<void> {
    const { credential_id: credentialId } = await this.existing(ctx, id);
    const meta = ctx.meta();
    const removing = new RemovePasskey(ctx.caller.id, { credentialId }, meta);
    await this.ways.endOne({ passkey: credentialId }, meta, () => this.commands.send(ctx, removing));
  }

  private async own({ caller }: RequestContext): Promise<readonly PasskeyDto[]> {
    return (await this.registrations.of(caller.tenantId, caller.id)).map(toPasskeyDto);
  }

  private async existing(ctx: RequestContext, id: string): Promise<PasskeyDto> {
    return (await this.own(ctx)).find((each) => each.id === id) ?? reject('errors.passkey.not_found');
  }
}
