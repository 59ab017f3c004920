import { Module } from '@nestjs/common';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { ConversationServices } from '../conversation/conversation.services.js';
import { ConversationTypeServices } from '../conversation-type/conversation-type.services.js';
import { MessageServices } from '../message/message.services.js';
import { ConversationErasure } from './application/conversation-erasure.service.js';
import { ConversationRemoval } from './application/conversation-removal.service.js';
import { ErasureWorker } from './application/erasure.worker.js';
import { ErasureBacklog } from './application/erasure-backlog.service.js';
import { PurgeService } from './application/purge.service.js';
import { SystemCommands } from './application/system-commands.service.js';
import { erasureCommands } from './domain/erasure.commands.js';
import { erasureDecider, erasureEventTypes } from './domain/erasure.decider.js';

/** Removes conversations for good, wherever something of them is kept. */
@Module({
  imports: [ConversationServices, ConversationTypeServices, MessageServices],
  providers: [ConversationErasure, ConversationRemoval, ErasureBacklog, ErasureWorker, PurgeService, SystemCommands],
  exports: [ErasureBacklog, SystemCommands],
})
export class ErasureModule {}

export const erasureManifest: Manifest = {
  name: 'erasure',
  module: ErasureModule,
  events: erasureEventTypes,
  deciders: [{ decider: erasureDecider, commands: erasureCommands }],
  workers: [ErasureWorker],
  operationalKinds: retained('erasure'),
};
