import { Module } from '@nestjs/common';
import { blobReferences } from '../../../../projections/blob-reference/projection.js';
import { conversationData } from '../../../../projections/conversation-data/projection.js';
import { conversationList } from '../../../../projections/conversation-list/projection.js';
import { removedConversations } from '../../../../projections/removed-conversation/projection.js';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import type { Event } from '../../../kernel/event.js';
import type { Process } from '../../../kernel/process.js';
import { ConversationTypeModule } from '../conversation-type/conversation-type.manifest.js';
import { MessageServices } from '../message/message.services.js';
import { ParticipantModule } from '../participant/participant.manifest.js';
import { ConversationAnswers } from './api/conversation.answers.js';
import { ConversationController } from './api/conversation.controller.js';
import { ConversationRows } from './api/conversation.rows.js';
import { ConversationViews } from './api/conversation.views.js';
import { ConversationWrites } from './api/conversation.writes.js';
import { ConversationLabelsController } from './api/conversation-labels.controller.js';
import { ConversationLegalHoldController } from './api/conversation-legal-hold.controller.js';
import { ConversationLockController } from './api/conversation-lock.controller.js';
import { BlobEraser } from './application/blob.eraser.js';
import { BlobCheckWorker } from './application/blob-checks.worker.js';
import { LocksOfDeletedUsers } from './application/locks-of-deleted-users.worker.js';
import { ConversationServices } from './conversation.services.js';
import { conversationCommands } from './domain/conversation.commands.js';
import { conversationDecider } from './domain/conversation.decider.js';
import { conversationEventTypes, gateEventTypes } from './domain/conversation.events.js';
import { lockExpiry, messageGates } from './domain/conversation.process.js';
import { conversationSnapshot } from './domain/conversation.snapshot.js';
import { membershipCommands } from './domain/membership.commands.js';
import { membershipEventTypes } from './domain/membership.events.js';

@Module({
  imports: [ConversationServices, ConversationTypeModule, MessageServices, ParticipantModule],
  controllers: [
    ConversationController,
    ConversationLabelsController,
    ConversationLegalHoldController,
    ConversationLockController,
  ],
  providers: [
    BlobCheckWorker,
    BlobEraser,
    LocksOfDeletedUsers,
    ConversationViews,
    ConversationAnswers,
    ConversationRows,
    ConversationWrites,
  ],
  exports: [ConversationViews, ConversationWrites],
})
export class ConversationModule {}

export const conversationManifest: Manifest = {
  name: 'conversation',
  module: ConversationModule,
  events: { ...conversationEventTypes, ...gateEventTypes, ...membershipEventTypes },
  deciders: [
    {
      decider: conversationDecider,
      commands: [...conversationCommands, ...membershipCommands],
      snapshot: conversationSnapshot,
    },
  ],
  projections: [conversationList, conversationData, blobReferences, removedConversations],
  workers: [BlobCheckWorker, LocksOfDeletedUsers],
  operationalKinds: retained('blob-check'),
  erases: [{ places: ['blobs'], eraser: BlobEraser }],
  processes: [lockExpiry as Process<Event>, messageGates as Process<Event>],
};
