import { Global, Module } from '@nestjs/common';
import { conversationData } from '../../../projections/conversation-data/projection.js';
import { conversationList } from '../../../projections/conversation-list/projection.js';
import type { Manifest } from '../../engine/manifest.js';
import type { Event } from '../../kernel/event.js';
import type { Process } from '../../kernel/process.js';
import { ConversationController } from './api/conversation.controller.js';
import { ConversationViews } from './api/conversation.views.js';
import { ConversationWrites } from './api/conversation.writes.js';
import { ConversationLabelsController } from './api/conversation-labels.controller.js';
import { ConversationLockController } from './api/conversation-lock.controller.js';
import { ConversationReader } from './application/conversation.reader.js';
import { ConversationDataService } from './application/conversation-data.service.js';
import { WorkflowParticipant } from './application/workflow-participant.service.js';
import { conversationCommands } from './domain/conversation.commands.js';
import { conversationDecider } from './domain/conversation.decider.js';
import { conversationEventTypes } from './domain/conversation.events.js';
import { lockExpiry } from './domain/conversation.process.js';
import { membershipCommands } from './domain/membership.commands.js';
import { membershipEventTypes } from './domain/membership.events.js';

/** Global: messages and participants are judged on the conversation they belong to. */
@Global()
@Module({
  controllers: [ConversationController, ConversationLabelsController, ConversationLockController],
  providers: [ConversationReader, ConversationDataService, ConversationViews, ConversationWrites, WorkflowParticipant],
  exports: [ConversationReader, WorkflowParticipant],
})
export class ConversationModule {}

export const conversationManifest: Manifest = {
  name: 'conversation',
  module: ConversationModule,
  events: { ...conversationEventTypes, ...membershipEventTypes },
  deciders: [{ decider: conversationDecider, commands: [...conversationCommands, ...membershipCommands] }],
  projections: [conversationList, conversationData],
  processes: [lockExpiry as Process<Event>],
};
