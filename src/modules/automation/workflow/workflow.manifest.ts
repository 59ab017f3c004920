import { Module } from '@nestjs/common';
import { workflows } from '../../../../projections/workflow/projection.js';
import { workflowRuns } from '../../../../projections/workflow-run/projection.js';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { ConversationServices } from '../../conversations/conversation/conversation.services.js';
import { MessageServices } from '../../conversations/message/message.services.js';
import { EmailServices } from '../../people/email/email.services.js';
import { MessageTemplateModule } from '../../reach/message-template/message-template.manifest.js';
import { NotificationModule } from '../../reach/notification/notification.manifest.js';
import { WorkflowChecks } from './api/workflow.checks.js';
import { WorkflowController } from './api/workflow.controller.js';
import { WorkflowRunsController } from './api/workflow-runs.controller.js';
import { EffectBudget } from './application/effect-budget.service.js';
import { FailureMailSender } from './application/failure-mail-sender.service.js';
import { FailureMails } from './application/failure-mails.service.js';
import { TriggerContexts } from './application/trigger-context.service.js';
import { WorkflowActions } from './application/workflow-actions.service.js';
import { WorkflowBacklog } from './application/workflow-backlog.service.js';
import { WorkflowDirectory } from './application/workflow-directory.service.js';
import { WorkflowDispatcher } from './application/workflow-dispatcher.service.js';
import { WorkflowDryRun } from './application/workflow-dry-run.service.js';
import { WorkflowExecution } from './application/workflow-execution.service.js';
import { WorkflowRunEraser } from './application/workflow-run.eraser.js';
import { WorkflowRunTraces } from './application/workflow-run-traces.service.js';
import { WorkflowRunner } from './application/workflow-runner.service.js';
import { WORKFLOW_FAILED } from './domain/failure-mail.js';
import { workflowEventTypes } from './domain/workflow.events.js';
import { workflow } from './domain/workflow.resource.js';
import { workflowRunCommands } from './domain/workflow-run.commands.js';
import { workflowRunDecider } from './domain/workflow-run.decider.js';

@Module({
  imports: [ConversationServices, EmailServices, MessageServices, MessageTemplateModule, NotificationModule],
  controllers: [WorkflowController, WorkflowRunsController],
  providers: [
    EffectBudget,
    FailureMails,
    FailureMailSender,
    TriggerContexts,
    WorkflowActions,
    WorkflowBacklog,
    WorkflowChecks,
    WorkflowDirectory,
    WorkflowDispatcher,
    WorkflowDryRun,
    WorkflowExecution,
    WorkflowRunEraser,
    WorkflowRunTraces,
    WorkflowRunner,
  ],
})
export class WorkflowModule {}

export const workflowManifest: Manifest = {
  name: 'workflow',
  module: WorkflowModule,
  events: { ...workflow.eventTypes, ...workflowEventTypes },
  deciders: [workflow, { decider: workflowRunDecider, commands: workflowRunCommands }],
  projections: [workflows, workflowRuns],
  workers: [WorkflowRunner],
  senders: { [WORKFLOW_FAILED]: FailureMailSender },
  operationalKinds: retained('workflow-budget', 'workflow-failure', 'workflow-plan'),
  traces: [WorkflowRunTraces],
  erases: [{ places: ['workflowRuns'], eraser: WorkflowRunEraser }],
};
