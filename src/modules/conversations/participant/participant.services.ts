import { Module } from '@nestjs/common';
import { PARTICIPANT_LIVENESS } from '../../../ports/identity/participant-liveness.js';
import { ConversationServices } from '../conversation/conversation.services.js';
import { ParticipantEraser } from './application/participant.eraser.js';
import { ConversationMembership } from './application/participant-liveness.js';
import { PresenceService } from './application/presence.service.js';

/** Services that other modules inject. */
@Module({
  imports: [ConversationServices],
  providers: [ParticipantEraser, PresenceService, { provide: PARTICIPANT_LIVENESS, useClass: ConversationMembership }],
  exports: [PresenceService, PARTICIPANT_LIVENESS],
})
export class ParticipantServices {}
