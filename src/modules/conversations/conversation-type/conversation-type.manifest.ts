import { Module } from '@nestjs/common';
import { conversationTypes } from '../../../../projections/conversation-type/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import type { Event } from '../../../kernel/event.js';
import type { Process } from '../../../kernel/process.js';
import { releaseLater } from '../../../kernel/resource-reservation.js';
import { ConversationServices } from '../conversation/conversation.services.js';
import { ConversationTypeChecks } from './api/conversation-type.checks.js';
import { ConversationTypeController } from './api/conversation-type.controller.js';
import { ConversationTypeViews } from './api/conversation-type.views.js';
import { ConversationTypeWrites } from './api/conversation-type.writes.js';
import { VisitorKeyController } from './api/visitor-key.controller.js';
import { SchemaPreflight } from './application/schema-preflight.service.js';
import { conversationType } from './domain/conversation-type.resource.js';

@Module({
  imports: [ConversationServices],
  controllers: [ConversationTypeController, VisitorKeyController],
  providers: [ConversationTypeChecks, ConversationTypeWrites, SchemaPreflight, ConversationTypeViews],
  exports: [ConversationTypeChecks, ConversationTypeViews],
})
export class ConversationTypeModule {}

export const conversationTypeManifest: Manifest = {
  name: 'conversation-type',
  module: ConversationTypeModule,
  events: { ...conversationType.eventTypes, ...conversationType.reservationTypes },
  deciders: [
    {
      decider: conversationType.decider,
      commands: [...conversationType.commands, ...conversationType.reservationCommands],
    },
  ],
  processes: [releaseLater(conversationType) as Process<Event>],
  projections: [conversationTypes],
};
