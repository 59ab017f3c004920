import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { ConversationTypeChecks } from './conversation-type.checks.js';
import { ConversationTypeController } from './conversation-type.controller.js';
import { conversationType } from './conversation-type.resource.js';

@Module({
  controllers: [ConversationTypeController],
  providers: [ConversationTypeChecks, ...handlersFor(conversationType.decider, conversationType.commands)],
})
export class ConversationTypeModule {}
