import type { WorkflowRun } from '../../../../projections/workflow-run/projection.js';
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
import { limits } from '../../../catalogue/limits/limits.js';
import { rejections } from '../../../catalogue/errors/rejections.js';
import { ActionDto } from './workflow.dto.js';
import { JudgedNodeDto, toJudgedDto } from './workflow-condition.dto.js';

const about = {
  position: 'Of the event that set it off, in the log',
  branch: 'Which branch held, counted from 0; left out where none did',
  conditions: 'What was true: the tree of the branch that held, or an OR of all where none did',
};

export class RunErrorDto {
  @TextField({ about: 'Of the error catalogue', max: limits.name })
  code!: string;

  @TextField({ about: 'What it means', max: limits.description })
  message!: string;
}

export class WorkflowRunDto {
  @UuidField({ about: 'Its id' })
  id!: string;

  @IdField({ about: 'Which workflow' })
  workflow_id!: string;

  @IdField({ about: 'In which conversation' })
  conversation_id!: string;

  @UuidField({ about: 'The event that set it off' })
  event_id!: string;

  @TextField({ about: about.position, max: limits.name })
  position!: string;

  @TimestampField({ about: 'When it ran' })
  at!: string;

  @ChoiceField({ about: 'Whether the action was done', of: ['DONE', 'FAILED'] })
  status!: 'DONE' | 'FAILED';

  @IntegerField({ about: about.branch, min: 0, max: limits.workflowBranches, optional: true })
  branch?: number;

  @ObjectField({ about: about.conditions, of: JudgedNodeDto, optional: true })
  conditions?: JudgedNodeDto;

  @ObjectField({ about: 'What was to be done', of: ActionDto })
  action!: ActionDto;

  @UuidField({ about: 'The message it sent; notifications name the run', optional: true })
  effect_id?: string;

  @ObjectField({ about: 'Why it failed', of: RunErrorDto, optional: true })
  error?: RunErrorDto;
}

export class WorkflowRunQueryDto extends PageQueryDto {}
export const WorkflowRunListDto = ListDto('runs', WorkflowRunDto);

export class DryRunDto {
  @TimestampField({ about: 'From when on' })
  from!: string;

  @TimestampField({ about: 'Until when; not before from' })
  to!: string;
}

export class WouldFireDto {
  @IdField({ about: 'In which conversation' })
  conversation_id!: string;

  @UuidField({ about: 'The event that would have set it off' })
  event_id!: string;

  @TimestampField({ about: 'When it happened' })
  at!: string;

  @IntegerField({ about: about.branch, min: 0, max: limits.workflowBranches, optional: true })
  branch?: number;
}

export class DryRunAnswerDto {
  @ObjectListField({
    about: 'Each time it would have fired, oldest first; the first 1000',
    of: WouldFireDto,
    max: limits.listMax,
  })
  conversations!: WouldFireDto[];

  @IntegerField({ about: 'How often it would have fired in all', min: 0, max: Number.MAX_SAFE_INTEGER })
  total_elements!: number;

  @IntegerField({ about: 'How many of the tenant’s events were looked at', min: 0, max: Number.MAX_SAFE_INTEGER })
  events_read!: number;
}

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
  ...(run.conditions === undefined ? {} : { conditions: toJudgedDto(run.conditions) }),
  action: { kind: run.action.kind, template_name: run.action.templateName },
  ...(run.effectId === undefined ? {} : { effect_id: run.effectId }),
  ...(run.error === undefined ? {} : { error: { code: run.error, message: rejections[run.error][language] } }),
});
