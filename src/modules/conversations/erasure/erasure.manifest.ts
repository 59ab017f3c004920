import { Module } from '@nestjs/common';
import { erasures } from '../../../../projections/erasure/projection.js';
import { messageErasures } from '../../../../projections/message-erasure/projection.js';
import { participations } from '../../../../projections/participation/projection.js';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { ConversationServices } from '../conversation/conversation.services.js';
import { ConversationTypeServices } from '../conversation-type/conversation-type.services.js';
import { MessageServices } from '../message/message.services.js';
import { ConversationErasureController, ErasureController } from './api/erasure.controller.js';
import { ConversationErasure } from './application/conversation-erasure.service.js';
import { ConversationRemoval } from './application/conversation-removal.service.js';
import { ErasureWorker } from './application/erasure.worker.js';
import { ErasureBacklog } from './application/erasure-backlog.service.js';
import { ErasureCourse } from './application/erasure-course.service.js';
import { ParticipantErasure } from './application/participant-erasure.service.js';
import { PurgeService } from './application/purge.service.js';
import { ReadModelsReached } from './application/read-models-reached.service.js';
import { SubjectErasure } from './application/subject-erasure.service.js';
import { SubjectKeys } from './application/subject-keys.service.js';
import { SystemCommands } from './application/system-commands.service.js';
import { UserErasure } from './application/user-erasure.service.js';
import { erasureCommands } from './domain/erasure.commands.js';
import { erasureDecider, erasureEventTypes } from './domain/erasure.decider.js';
import { ErasureServices } from './erasure.services.js';

/** Removes conversations, participants and users for good, wherever something of them is kept. */
@Module({
  imports: [ConversationServices, ConversationTypeServices, ErasureServices, MessageServices],
  controllers: [ErasureController, ConversationErasureController],
  providers: [
    ConversationErasure,
    ConversationRemoval,
    ErasureBacklog,
    ErasureCourse,
    ErasureWorker,
    ParticipantErasure,
    PurgeService,
    ReadModelsReached,
    SubjectErasure,
    SubjectKeys,
    SystemCommands,
    UserErasure,
  ],
  exports: [ErasureBacklog, SystemCommands],
})
export class ErasureModule {}

export const erasureManifest: Manifest = {
  name: 'erasure',
  module: ErasureModule,
  events: erasureEventTypes,
  deciders: [{ decider: erasureDecider, commands: erasureCommands }],
  projections: [erasures, messageErasures, participations],
  workers: [ErasureWorker],
  operationalKinds: retained('erasure', 'erasure-of-part'),
};
