import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { PARTICIPANT_LIVENESS } from '../../http/pipeline/caller.js';
import { ClientParticipantController } from './api/client-participant.controller.js';
import { MembershipService } from './api/membership.service.js';
import { ParticipantController } from './api/participant.controller.js';
import { ParticipantViews } from './api/participant.views.js';
import { ParticipantActivityController } from './api/participant-activity.controller.js';
import { ConversationMembership } from './application/participant-liveness.js';
import { PresenceService } from './application/presence.service.js';
import { MarkSeen } from './domain/participant.commands.js';
import { participantDecider } from './domain/participant.decider.js';

/** Global: conversations, messages and credentials ask who takes part. */
@Global()
@Module({
  controllers: [ParticipantController, ParticipantActivityController, ClientParticipantController],
  providers: [
    MembershipService,
    ParticipantViews,
    PresenceService,
    { provide: PARTICIPANT_LIVENESS, useClass: ConversationMembership },
    ...handlersFor(participantDecider, [MarkSeen]),
  ],
  exports: [PARTICIPANT_LIVENESS, MembershipService, ParticipantViews, PresenceService],
})
export class ParticipantModule {}
