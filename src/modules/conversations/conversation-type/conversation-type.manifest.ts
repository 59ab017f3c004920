import { Module } from '@nestjs/common';
import { conversationTypes } from '../../../../projections/conversation-type/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import { ConversationServices } from '../conversation/conversation.services.js';
import { ConversationTypeChecks } from './api/conversation-type.checks.js';
import { ConversationTypeController } from './api/conversation-type.controller.js';
import { ConversationTypeViews } from './api/conversation-type.views.js';
import { SchemaPreflight } from './application/schema-preflight.service.js';
import { conversationType } from './domain/conversation-type.resource.js';

@Module({
  imports: [ConversationServices],
  controllers: [ConversationTypeController],
  providers: [ConversationTypeChecks, SchemaPreflight, ConversationTypeViews],
  exports: [ConversationTypeViews],
})
export class ConversationTypeModule {}

export const conversationTypeManifest: Manifest = {
  name: 'conversation-type',
  module: ConversationTypeModule,
  events: conversationType.eventTypes,
  deciders: [conversationType],
  projections: [conversationTypes],
};
