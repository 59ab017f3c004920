import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { membershipCommands } from '../participant/participant.commands.js';
import { ConversationAccess } from './conversation.access.js';
import { conversationCommands } from './conversation.commands.js';
import { ConversationContent } from './conversation.content.js';
import { ConversationController } from './conversation.controller.js';
import { conversationDecider } from './conversation.decider.js';
import { ConversationViews } from './conversation.views.js';
import { ConversationWrites } from './conversation.writes.js';
import { ConversationLabelsController } from './conversation-labels.controller.js';
import { ConversationLockController } from './conversation-lock.controller.js';
import { WorkflowVoice } from './workflow-voice.joining.js';

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
