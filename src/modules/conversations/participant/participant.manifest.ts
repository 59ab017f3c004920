import { Module } from '@nestjs/common';
import { participantRoster } from '../../../../projections/participant-roster/projection.js';
import { readMarks } from '../../../../projections/read-mark/projection.js';
import { readStates } from '../../../../projections/read-state/projection.js';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { AuthModule } from '../../people/auth/auth.manifest.js';
import { ConversationServices } from '../conversation/conversation.services.js';
import { ErasureServices } from '../erasure/erasure.services.js';
import { MessageServices } from '../message/message.services.js';
import { ClientParticipantController } from './api/client-participant.controller.js';
import { ConversationSeenController } from './api/conversation-seen.controller.js';
import { MembershipService } from './api/membership.service.js';
import { ParticipantController } from './api/participant.controller.js';
import { ParticipantViews } from './api/participant.views.js';
import { ParticipantActivityController } from './api/participant-activity.controller.js';
import { Seen } from './api/seen.service.js';
import { UnreadController } from './api/unread.controller.js';
import { ParticipantEraser } from './application/participant.eraser.js';
import { UsersReadStatus } from './application/users-read-status.service.js';
import { participantCommands } from './domain/participant.commands.js';
import { participantDecider } from './domain/participant.decider.js';
import { participantEventTypes } from './domain/participant.events.js';
import { readerCommands } from './domain/reader.commands.js';
import { readerDecider } from './domain/reader.decider.js';
import { readerEventTypes } from './domain/reader.events.js';
import { ParticipantServices } from './participant.services.js';

@Module({
  imports: [AuthModule, ConversationServices, ErasureServices, MessageServices, ParticipantServices],
  controllers: [
    ParticipantController,
    ParticipantActivityController,
    ClientParticipantController,
    ConversationSeenController,
    UnreadController,
  ],
  providers: [MembershipService, ParticipantViews, Seen, UsersReadStatus],
  exports: [MembershipService, ParticipantViews, UsersReadStatus],
})
export class ParticipantModule {}

export const participantManifest: Manifest = {
  name: 'participant',
  module: ParticipantModule,
  events: { ...participantEventTypes, ...readerEventTypes },
  deciders: [
    { decider: participantDecider, commands: participantCommands },
    { decider: readerDecider, commands: readerCommands },
  ],
  projections: [participantRoster, readMarks, readStates],
  operationalKinds: retained('presence'),
  erases: [{ places: ['presence'], eraser: ParticipantEraser }],
};
