import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { WorkflowChecks } from './workflow.checks.js';
import { WorkflowController } from './workflow.controller.js';
import { workflow } from './workflow.resource.js';
import { WorkflowActions } from './workflow-actions.service.js';
import { WorkflowDirectory } from './workflow-directory.service.js';
import { WorkflowDryRun } from './workflow-dry-run.service.js';
import { WorkflowRunner } from './workflow-runner.service.js';
import { WorkflowRunsController } from './workflow-runs.controller.js';
import { WorkflowScenes } from './workflow-scenes.service.js';

@Module({
  controllers: [WorkflowController, WorkflowRunsController],
  providers: [
    WorkflowActions,
    WorkflowChecks,
    WorkflowDirectory,
    WorkflowDryRun,
    WorkflowRunner,
    WorkflowScenes,
    ...handlersFor(workflow.decider, workflow.commands),
  ],
})
export class WorkflowModule {}
