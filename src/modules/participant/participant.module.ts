import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { PARTICIPANT_LIVENESS } from '../../http/caller.js';
import { ConversationAccess } from '../conversation/conversation.access.js';
import { MessageAccess } from '../message/message.access.js';
import { ClientParticipantController } from './client-participant.controller.js';
import { MarkSeen } from './participant.commands.js';
import { ParticipantController } from './participant.controller.js';
import { participantDecider } from './participant.decider.js';
import { ParticipantJoining } from './participant.joining.js';
import { ParticipantViews } from './participant.views.js';
import { ParticipantActivityController } from './participant-activity.controller.js';
import { MembershipLiveness } from './participant-liveness.access.js';
import { PresenceService } from './presence.service.js';

/** Global, because credentials are asked about everywhere: who authenticates asks whether a client still takes part. */
@Global()
@Module({
  controllers: [ParticipantController, ParticipantActivityController, ClientParticipantController],
  providers: [
    ConversationAccess,
    MessageAccess,
    ParticipantJoining,
    ParticipantViews,
    PresenceService,
    { provide: PARTICIPANT_LIVENESS, useClass: MembershipLiveness },
    ...handlersFor(participantDecider, [MarkSeen]),
  ],
  exports: [PARTICIPANT_LIVENESS, PresenceService],
})
export class ParticipantModule {}
