import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { PARTICIPANT_LIVENESS } from '../../http/pipeline/caller.js';
import { ClientParticipantController } from './api/client-participant.controller.js';
import { MarkSeen } from './domain/participant.commands.js';
import { ParticipantController } from './api/participant.controller.js';
import { participantDecider } from './domain/participant.decider.js';
import { ParticipantJoining } from './api/membership.service.js';
import { ParticipantViews } from './api/participant.views.js';
import { ParticipantActivityController } from './api/participant-activity.controller.js';
import { MembershipLiveness } from './application/participant-liveness.js';
import { PresenceService } from './application/presence.service.js';

/** Global: conversations, messages and credentials ask who takes part. */
@Global()
@Module({
  controllers: [ParticipantController, ParticipantActivityController, ClientParticipantController],
  providers: [
    ParticipantJoining,
    ParticipantViews,
    PresenceService,
    { provide: PARTICIPANT_LIVENESS, useClass: MembershipLiveness },
    ...handlersFor(participantDecider, [MarkSeen]),
  ],
  exports: [PARTICIPANT_LIVENESS, ParticipantJoining, ParticipantViews, PresenceService],
})
export class ParticipantModule {}
