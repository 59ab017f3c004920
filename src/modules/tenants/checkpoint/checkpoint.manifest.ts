import { Module } from '@nestjs/common';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { CheckpointController, LogKeysController } from './api/checkpoint.controller.js';
import { CheckpointWriter } from './application/checkpoint-writer.service.js';
import { Checkpoints } from './application/checkpoints.service.js';
import { Evidence } from './application/evidence.service.js';
import { checkpointCommands } from './domain/checkpoint.commands.js';
import { checkpointDecider } from './domain/checkpoint.decider.js';
import { checkpointEventTypes } from './domain/checkpoint.events.js';

/** Signed checkpoints of the event log, and proofs of what they cover (contract 15). */
@Module({
  controllers: [CheckpointController, LogKeysController],
  providers: [Checkpoints, CheckpointWriter, Evidence],
  exports: [Checkpoints, Evidence],
})
export class CheckpointModule {}

export const checkpointManifest: Manifest = {
  name: 'checkpoint',
  module: CheckpointModule,
  events: checkpointEventTypes,
  deciders: [{ decider: checkpointDecider, commands: checkpointCommands }],
  workers: [CheckpointWriter],
  operationalKinds: retained('log-tree'),
};
