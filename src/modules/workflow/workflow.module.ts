import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { WorkflowChecks } from './workflow.checks.js';
import { WorkflowController } from './workflow.controller.js';
import { workflow } from './workflow.resource.js';

@Module({
  controllers: [WorkflowController],
  providers: [WorkflowChecks, ...handlersFor(workflow.decider, workflow.commands)],
})
export class WorkflowModule {}
