import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { membershipCommands } from '../participant/domain/participant.commands.js';
import { ConversationAccess } from './application/conversation.reader.js';
import { conversationCommands } from './domain/conversation.commands.js';
import { ConversationContent } from './application/conversation-data.service.js';
import { ConversationController } from './api/conversation.controller.js';
import { conversationDecider } from './domain/conversation.decider.js';
import { ConversationViews } from './api/conversation.views.js';
import { ConversationWrites } from './api/conversation.writes.js';
import { ConversationLabelsController } from './api/conversation-labels.controller.js';
import { ConversationLockController } from './api/conversation-lock.controller.js';
import { WorkflowVoice } from './application/workflow-participant.service.js';

/** Global: messages and participants are judged on the conversation they belong to. */
@Global()
@Module({
  controllers: [ConversationController, ConversationLabelsController, ConversationLockController],
  providers: [
    ConversationAccess,
    ConversationContent,
    ConversationViews,
    ConversationWrites,
    WorkflowVoice,
    ...handlersFor(conversationDecider, [...conversationCommands, ...membershipCommands]),
  ],
  exports: [ConversationAccess, WorkflowVoice],
})
export class ConversationModule {}
