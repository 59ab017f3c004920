import { Module } from '@nestjs/common';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { AuthModule } from '../../people/auth/auth.manifest.js';
import { ConversationModule } from '../conversation/conversation.manifest.js';
import { ConversationTypeModule } from '../conversation-type/conversation-type.manifest.js';
import { MessageModule } from '../message/message.manifest.js';
import { VisitorController } from './api/visitor.controller.js';
import { Visitors } from './api/visitors.service.js';
import { VisitorsToday } from './application/visitors-today.service.js';

/** Conversations that visitors of a page begin, without credentials. */
@Module({
  imports: [AuthModule, ConversationModule, ConversationTypeModule, MessageModule],
  controllers: [VisitorController],
  providers: [Visitors, VisitorsToday],
})
export class VisitorModule {}

export const visitorManifest: Manifest = {
  name: 'visitor',
  module: VisitorModule,
  operationalKinds: retained('visitors-begun'),
};
