import type { WorkflowRun } from '../../../../projections/workflow-run/projection.js';
import { rejections } from '../../../catalogue/errors/rejections.js';
import { limits } from '../../../catalogue/limits/limits.js';
import {
  ChoiceField,
  IdField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../http/fields/paging.dto.js';
import type { DryRun } from '../domain/workflow.run.js';
import { ActionDto } from './workflow.dto.js';
import { EvaluatedNodeDto, toEvaluatedDto } from './workflow-condition.dto.js';

const description = {
  position: 'Of the event that set it off, in the log',
  branch: 'Which branch held, counted from 0; left out where none did',
  conditions: 'What was true: the tree of the branch that held, or an OR of all where none did',
};

export class RunErrorDto {
  @TextField({ description: 'Of the error catalogue', max: limits.name })
  code!: string;

  @TextField({ description: 'What it means', max: limits.description })
  message!: string;
}

export class WorkflowRunDto {
  @UuidField({ description: 'Its id' })
  id!: string;

  @IdField({ description: 'Which workflow' })
  workflow_id!: string;

  @IdField({ description: 'In which conversation' })
  conversation_id!: string;

  @UuidField({ description: 'The event that set it off' })
  event_id!: string;

  @TextField({ description: description.position, max: limits.name })
  position!: string;

  @TimestampField({ description: 'When it ran' })
  at!: string;

  @ChoiceField({ description: 'Whether the action was done', of: ['DONE', 'FAILED'] })
  status!: 'DONE' | 'FAILED';

  @IntegerField({ description: description.branch, min: 0, max: limits.workflowBranches, optional: true })
  branch?: number;

  @ObjectField({ description: description.conditions, of: EvaluatedNodeDto, optional: true })
  conditions?: EvaluatedNodeDto;

  @ObjectField({ description: 'What was to be done', of: ActionDto })
  action!: ActionDto;

  @UuidField({ description: 'The message it sent; notifications name the run', optional: true })
  effect_id?: string;

  @ObjectField({ description: 'Why it failed', of: RunErrorDto, optional: true })
  error?: RunErrorDto;
}

export class WorkflowRunQueryDto extends PageQueryDto {}
export const WorkflowRunListDto = ListDto('runs', WorkflowRunDto);

export class DryRunDto {
  @TimestampField({ description: 'From when on' })
  from!: string;

  @TimestampField({ description: 'Until when; not before from' })
  to!: string;
}

export class WouldFireDto {
  @IdField({ description: 'In which conversation' })
  conversation_id!: string;

  @UuidField({ description: 'The event that would have set it off' })
  event_id!: string;

  @TimestampField({ description: 'When it happened' })
  at!: string;

  @IntegerField({ description: description.branch, min: 0, max: limits.workflowBranches, optional: true })
  branch?: number;
}

export class DryRunAnswerDto {
  @ObjectListField({
    description: 'Each time it would have fired, oldest first; the first 1000',
    of: WouldFireDto,
    max: limits.listMax,
  })
  conversations!: WouldFireDto[];

  @IntegerField({ description: 'How often it would have fired in all', min: 0, max: Number.MAX_SAFE_INTEGER })
  total_elements!: number;

  @IntegerField({ description: 'How many of the tenant’s events were looked at', min: 0, max: Number.MAX_SAFE_INTEGER })
  events_read!: number;
}

export const toDryRunDto = ({ wouldFire, total, eventsRead }: DryRun): DryRunAnswerDto => ({
  conversations: wouldFire.map(({ conversationId, eventId, at, branch }) => ({
    conversation_id: conversationId,
    event_id: eventId,
    at,
    ...(branch === undefined ? {} : { branch }),
  })),
  total_elements: total,
  events_read: eventsRead,
});

/** `position` as the service writes them. */
export const toRunDto = (run: WorkflowRun, position: string, language: 'en' | 'de'): WorkflowRunDto => ({
  id: run.runId,
  workflow_id: run.workflowId,
  conversation_id: run.conversationId,
  event_id: run.eventId,
  position,
  at: run.at,
  status: run.status,
  ...(run.branch === undefined ? {} : { branch: run.branch }),
  ...(run.conditions === undefined ? {} : { conditions: toEvaluatedDto(run.conditions) }),
  action: { kind: run.action.kind, template_name: run.action.templateName },
  ...(run.effectId === undefined ? {} : { effect_id: run.effectId }),
  ...(run.error === undefined ? {} : { error: { code: run.error, message: rejections[run.error][language] } }),
});
