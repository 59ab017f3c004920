import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { ParticipantDto } from './participant.dto.js';
import { ParticipantViews } from './participant.views.js';

@ApiTags('Participants')
@Controller('client-participant')
export class ClientParticipantController {
  constructor(@Inject(ParticipantViews) private readonly views: ParticipantViews) {}

  @Call('client-participant.me', {
    route: 'GET me',
    about: 'Who the calling client is, and in which conversation',
    answers: { 200: ParticipantDto },
    refuses: [404],
    single: true,
  })
  me(@Here() here: Exchange): Promise<ParticipantDto> {
    return this.views.one(here, here.caller.conversationId ?? '', here.caller.id);
  }
}
