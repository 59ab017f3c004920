import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { ConversationTypeController } from './api/conversation-type.controller.js';
import { ConversationTypeChecks } from './application/conversation-type.checks.js';
import { conversationType } from './domain/conversation-type.resource.js';

@Module({
  controllers: [ConversationTypeController],
  providers: [ConversationTypeChecks, ...handlersFor(conversationType.decider, conversationType.commands)],
})
export class ConversationTypeModule {}
