import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import { ParticipantDto } from './participant.dto.js';
import { ParticipantViews } from './participant.views.js';

@ApiTags('Participants')
@Controller('client-participant')
export class ClientParticipantController {
  constructor(@Inject(ParticipantViews) private readonly views: ParticipantViews) {}

  @Endpoint('client-participant.me', {
    route: 'GET me',
    summary: 'Read the calling client participant',
    responses: { 200: ParticipantDto },
    errors: ['errors.participant.not_found'],
    etag: true,
  })
  async me(@Ctx() ctx: RequestContext): Promise<ParticipantDto> {
    const shown = await this.views.one(ctx, ctx.caller.conversationId ?? '', ctx.caller.id);
    return 'erased' in shown ? reject('errors.participant.not_found') : shown;
  }
}
