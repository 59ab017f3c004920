import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { WorkflowChecks } from './api/workflow.checks.js';
import { WorkflowController } from './api/workflow.controller.js';
import { WorkflowRunsController } from './api/workflow-runs.controller.js';
import { TriggerContexts } from './application/trigger-context.service.js';
import { WorkflowActions } from './application/workflow-actions.service.js';
import { WorkflowDirectory } from './application/workflow-directory.service.js';
import { WorkflowDryRun } from './application/workflow-dry-run.service.js';
import { WorkflowRunner } from './application/workflow-runner.service.js';
import { workflow } from './domain/workflow.resource.js';

@Module({
  controllers: [WorkflowController, WorkflowRunsController],
  providers: [
    WorkflowActions,
    WorkflowChecks,
    WorkflowDirectory,
    WorkflowDryRun,
    WorkflowRunner,
    TriggerContexts,
    ...handlersFor(workflow.decider, workflow.commands),
  ],
})
export class WorkflowModule {}
