import { Module } from '@nestjs/common';
import { retentionRuns } from '../../../../projections/retention-run/projection.js';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { ConversationTypeServices } from '../conversation-type/conversation-type.services.js';
import { ErasureModule } from '../erasure/erasure.manifest.js';
import { RetentionController } from './api/retention.controller.js';
import { DueConversations } from './application/due-conversations.service.js';
import { PolicySchedule } from './application/policy-schedule.service.js';
import { RetentionWorker } from './application/retention.worker.js';
import { RetentionLook } from './application/retention-look.service.js';
import { RetentionRuns } from './application/retention-runs.service.js';
import { retentionRunCommands, retentionRunDecider } from './domain/retention-run.decider.js';
import { retentionRunEventTypes } from './domain/retention-run.events.js';

/** Finds the conversations that the policies of their types keep no longer. */
@Module({
  imports: [ConversationTypeServices, ErasureModule],
  controllers: [RetentionController],
  providers: [DueConversations, PolicySchedule, RetentionLook, RetentionRuns, RetentionWorker],
})
export class RetentionModule {}

export const retentionManifest: Manifest = {
  name: 'retention',
  module: RetentionModule,
  events: retentionRunEventTypes,
  deciders: [{ decider: retentionRunDecider, commands: retentionRunCommands }],
  projections: [retentionRuns],
  workers: [RetentionWorker],
  operationalKinds: retained('retention-policy'),
};
