import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { WorkflowChecks } from './workflow.checks.js';
import { WorkflowController } from './workflow.controller.js';
import { workflow } from './workflow.resource.js';
import { WorkflowDryRun } from './workflow-dry-run.service.js';
import { WorkflowRunsController } from './workflow-runs.controller.js';
import { WorkflowScenes } from './workflow-scenes.service.js';

@Module({
  controllers: [WorkflowController, WorkflowRunsController],
  providers: [WorkflowChecks, WorkflowDryRun, WorkflowScenes, ...handlersFor(workflow.decider, workflow.commands)],
})
export class WorkflowModule {}
