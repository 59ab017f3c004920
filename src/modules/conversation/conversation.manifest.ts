import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { membershipCommands } from '../participant/domain/participant.commands.js';
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

/** Global: messages and participants are judged on the conversation they belong to. */
@Global()
@Module({
  controllers: [ConversationController, ConversationLabelsController, ConversationLockController],
  providers: [
    ConversationReader,
    ConversationDataService,
    ConversationViews,
    ConversationWrites,
    WorkflowParticipant,
    ...handlersFor(conversationDecider, [...conversationCommands, ...membershipCommands]),
  ],
  exports: [ConversationReader, WorkflowParticipant],
})
export class ConversationModule {}
