import { Module } from '@nestjs/common';
import type { Manifest } from '../../../engine/manifest.js';
import { ConversationServices } from '../../conversations/conversation/conversation.services.js';
import { ConversationTypeModule } from '../../conversations/conversation-type/conversation-type.manifest.js';
import { ParticipantModule } from '../../conversations/participant/participant.manifest.js';
import { TenantModule } from '../../tenants/tenant/tenant.manifest.js';
import { AuditReadModule } from '../read/read.manifest.js';
import { DiffController } from './api/diff.controller.js';
import { ShowCommand } from './api/show.command.js';
import { SubjectHistory } from './api/subject-history.js';
import { SubjectViews } from './api/subject-views.js';
import { pastConversations } from './application/past-conversations.js';
import { pastErasures } from './application/past-erasures.js';
import { pastMessages } from './application/past-messages.js';
import { pastRoster } from './application/past-roster.js';
import { pastUsers } from './application/past-users.js';

@Module({
  imports: [AuditReadModule, ConversationServices, ConversationTypeModule, ParticipantModule, TenantModule],
  controllers: [DiffController],
  providers: [SubjectHistory, SubjectViews, ShowCommand],
})
export class AsOfModule {}

/** Reads as of a moment, and what changed between two of them (contract 15). */
export const asOfManifest: Manifest = {
  name: 'as-of',
  module: AsOfModule,
  pasts: [pastConversations, pastRoster, pastMessages, pastUsers, ...pastErasures],
  operatorCommands: { show: ShowCommand },
};
