import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { PARTICIPANT_LIVENESS } from '../../http/caller.js';
import { ClientParticipantController } from './client-participant.controller.js';
import { MarkSeen } from './participant.commands.js';
import { ParticipantController } from './participant.controller.js';
import { participantDecider } from './participant.decider.js';
import { ParticipantJoining } from './participant.joining.js';
import { ParticipantViews } from './participant.views.js';
import { ParticipantActivityController } from './participant-activity.controller.js';
import { MembershipLiveness } from './participant-liveness.access.js';
import { PresenceService } from './presence.service.js';

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
