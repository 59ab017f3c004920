import type { WorkflowRun } from '../../../../../projections/workflow-run/projection.js';
import { rejections } from '../../../../catalogue/errors/rejections.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import {
  ChoiceField,
  IdField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import type { DryRun } from '../domain/workflow.run.js';
import { ActionDto } from './workflow.dto.js';
import { EvaluatedNodeDto, toEvaluatedDto } from './workflow-condition.dto.js';

const description = {
  position: 'Position of the event that triggered the run.',
  branch: 'Index of the branch that was met, from 0. Absent if none was met.',
  conditions: 'Evaluated conditions of the branch that was met. If none was met, an OR of all branches.',
};

export class RunErrorDto {
  @TextField({
    description: 'Code of the error catalogue, for example `errors.conversation.archived`.',
    max: limits.name,
  })
  code!: string;

  @TextField({ description: 'Error in words, in English or German by `Accept-Language`.', max: limits.description })
  message!: string;
}

export class WorkflowRunDto {
  @UuidField({ description: 'Id of the run.' })
  id!: string;

  @IdField({ description: 'Id of the workflow.' })
  workflow_id!: string;

  @IdField({ description: 'Id of the conversation.' })
  conversation_id!: string;

  @UuidField({ description: 'Id of the event that triggered the run.' })
  event_id!: string;

  @TextField({ description: description.position, max: limits.name })
  position!: string;

  @TimestampField({ description: 'Time of the run.' })
  at!: string;

  @ChoiceField({ description: 'Result of the action.', of: ['DONE', 'FAILED'] })
  status!: 'DONE' | 'FAILED';

  @IntegerField({ description: description.branch, min: 0, max: limits.workflowBranches, optional: true })
  branch?: number;

  @ObjectField({ description: description.conditions, of: EvaluatedNodeDto, optional: true })
  conditions?: EvaluatedNodeDto;

  @ObjectField({ description: 'Action of the run.', of: ActionDto })
  action!: ActionDto;

  @UuidField({
    description: 'Id of the message that the run posted. Notifications name the run in `run_id`.',
    optional: true,
  })
  effect_id?: string;

  @TextListField({
    description: 'Placeholders of the text without a value, rendered empty. Absent if every placeholder has a value.',
    max: limits.templateParameters,
    optional: true,
  })
  missing?: string[];

  @ObjectField({ description: 'Cause of the failure. Present only for FAILED.', of: RunErrorDto, optional: true })
  error?: RunErrorDto;
}

export class TracedRunDto {
  @UuidField({ description: 'Id of the run.' })
  id!: string;

  @IdField({ description: 'Id of the workflow.' })
  workflow_id!: string;

  @ChoiceField({ description: 'Result of the action.', of: ['DONE', 'FAILED'] })
  status!: 'DONE' | 'FAILED';
}

export class WorkflowRunQueryDto extends PageQueryDto {}
export const WorkflowRunListDto = ListDto('runs', WorkflowRunDto);

export class DryRunDto {
  @TimestampField({ description: 'Start of the range, inclusive. Required without `from_position`.', optional: true })
  from?: string;

  @TextField({
    description: 'First position of the range, inclusive: `next` of a dry run that stopped. Not allowed with `from`.',
    max: 20,
    optional: true,
  })
  from_position?: string;

  @TimestampField({ description: 'End of the range, inclusive. It must not be before `from`.' })
  to!: string;
}

export class WouldFireDto {
  @IdField({ description: 'Id of the conversation.' })
  conversation_id!: string;

  @UuidField({ description: 'Id of the event that would trigger the workflow.' })
  event_id!: string;

  @TimestampField({ description: 'Time of the event.' })
  at!: string;

  @IntegerField({ description: description.branch, min: 0, max: limits.workflowBranches, optional: true })
  branch?: number;
}

export class DryRunAnswerDto {
  @ObjectListField({
    description: `Runs that the workflow would have had, oldest first, at most ${limits.listMax}.`,
    of: WouldFireDto,
    max: limits.listMax,
  })
  conversations!: WouldFireDto[];

  @IntegerField({
    description: 'Number of runs that the workflow would have had.',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  total_elements!: number;

  @IntegerField({ description: 'Number of events of the tenant that were read.', min: 0, max: Number.MAX_SAFE_INTEGER })
  events_read!: number;

  @TextField({
    description: 'Position to continue from. Present only where the dry run stopped, which it does after 2 seconds.',
    max: 20,
    optional: true,
  })
  next?: string;
}

/** `next` in its form on the wire. */
export const toDryRunDto = ({ wouldFire, total, eventsRead }: DryRun, next: string | undefined): DryRunAnswerDto => ({
  conversations: wouldFire.map(({ conversationId, eventId, at, branch }) => ({
    conversation_id: conversationId,
    event_id: eventId,
    at,
    ...(branch === undefined ? {} : { branch }),
  })),
  total_elements: total,
  events_read: eventsRead,
  ...(next === undefined ? {} : { next }),
});

/** `position` in its form on the wire. */
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
  ...(run.missing === undefined ? {} : { missing: [...run.missing] }),
  ...(run.error === undefined ? {} : { error: { code: run.error, message: rejections[run.error][language] } }),
});
