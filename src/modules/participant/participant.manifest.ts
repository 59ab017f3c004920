import { Global, Module } from '@nestjs/common';
import { participantRoster } from '../../../projections/participant-roster/projection.js';
import type { Manifest } from '../../engine/manifest.js';
import { PARTICIPANT_LIVENESS } from '../../ports/participant-liveness.js';
import { ClientParticipantController } from './api/client-participant.controller.js';
import { MembershipService } from './api/membership.service.js';
import { ParticipantController } from './api/participant.controller.js';
import { ParticipantViews } from './api/participant.views.js';
import { ParticipantActivityController } from './api/participant-activity.controller.js';
import { ConversationMembership } from './application/participant-liveness.js';
import { PresenceService } from './application/presence.service.js';
import { participantCommands } from './domain/participant.commands.js';
import { participantDecider } from './domain/participant.decider.js';
import { participantEventTypes } from './domain/participant.events.js';

/** Global: conversations, messages and credentials ask who takes part. */
@Global()
@Module({
  controllers: [ParticipantController, ParticipantActivityController, ClientParticipantController],
  providers: [
    MembershipService,
    ParticipantViews,
    PresenceService,
    { provide: PARTICIPANT_LIVENESS, useClass: ConversationMembership },
  ],
  exports: [PARTICIPANT_LIVENESS, MembershipService, ParticipantViews, PresenceService],
})
export class ParticipantModule {}

export const participantManifest: Manifest = {
  name: 'participant',
  module: ParticipantModule,
  events: participantEventTypes,
  deciders: [{ decider: participantDecider, commands: participantCommands }],
  projections: [participantRoster],
  operationalKinds: { presence: 'due' },
};
