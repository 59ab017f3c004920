import type { WorkflowRecord } from '../../../../projections/workflow/projection.js';
import { limits } from '../../../catalogue/limits/limits.js';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../http/fields/fields.js';
import { ListDto } from '../../../http/fields/paging.dto.js';
import type { ResourceRecord } from '../../../kernel/resource.js';
import {
  ACTION_KINDS,
  type Action,
  AUTHOR_KINDS,
  TRIGGER_KINDS,
  type Trigger,
  type Workflow,
} from '../domain/workflow.resource.js';
import { ConditionNodeDto, toNode, toNodeDto } from './workflow-condition.dto.js';

export class ActionDto {
  @ChoiceField({
    description: 'NOTIFY_PARTICIPANTS reaches every CLIENT but the causer; SEND_MESSAGE posts',
    of: ACTION_KINDS,
  })
  kind!: (typeof ACTION_KINDS)[number];

  @IdField({ description: 'The message template whose text it says', example: 'order_shipped' })
  template_name!: string;
}

export class BranchDto {
  @ObjectField({ description: 'What must hold', of: ConditionNodeDto })
  condition_node!: ConditionNodeDto;

  @ObjectField({ description: 'What is done then', of: ActionDto })
  action!: ActionDto;
}

const description = {
  action: 'What is done; beside branches: where none holds. Required but for CONVERSATION_DATA_CHANGED with branches',
  sequence: 'Only the message with this sequence; MESSAGE_ADDED_TO_CONVERSATION only',
  author: 'Only messages of this kind of participant; left out: of any but WORKFLOW',
  branches: 'The first that holds acts; CONVERSATION_DATA_CHANGED only',
};

export class TriggerDto {
  @ChoiceField({ description: 'What sets it off', of: TRIGGER_KINDS })
  kind!: (typeof TRIGGER_KINDS)[number];

  @ObjectField({ description: description.action, of: ActionDto, optional: true })
  action?: ActionDto;

  @IntegerField({ description: description.sequence, min: 1, max: limits.unlimited, optional: true })
  message_sequence?: number;

  @ChoiceField({ description: description.author, of: AUTHOR_KINDS, optional: true })
  participant_kind?: (typeof AUTHOR_KINDS)[number];

  @ObjectListField({
    description: description.branches,
    of: BranchDto,
    min: 1,
    max: limits.workflowBranches,
    optional: true,
  })
  branches?: BranchDto[];
}

class WorkflowFieldsDto {
  @IdField({ description: 'For conversations of this type' })
  conversation_type_id!: string;

  @BooleanField({ description: 'Whether it runs; true if left out', optional: true })
  enabled?: boolean;

  @ObjectField({ description: 'When it acts, and how', of: TriggerDto })
  trigger!: TriggerDto;
}

export class CreateWorkflowDto extends WorkflowFieldsDto {
  @IdField({ description: 'Chosen by you, or a UUID if left out', example: 'welcome', optional: true })
  id?: string;
}

export class ReplaceWorkflowDto extends WorkflowFieldsDto {
  @IdField({ description: 'If given, the one in the path', optional: true })
  id?: string;
}

export class PatchWorkflowDto {
  @BooleanField({ description: 'Whether it runs', optional: true })
  enabled?: boolean;
}

export class WorkflowDto {
  @IdField({ description: 'Its id' })
  id!: string;

  @UuidField({ description: 'Whose it is' })
  tenant_id!: string;

  @IdField({ description: 'For conversations of this type' })
  conversation_type_id!: string;

  @BooleanField({ description: 'Whether it runs' })
  enabled!: boolean;

  @ObjectField({ description: 'When it acts, and how', of: TriggerDto })
  trigger!: TriggerDto;

  @TimestampField({ description: 'When it was made' })
  created_at!: string;

  @TimestampField({ description: 'When it last changed' })
  updated_at!: string;
}

export const WORKFLOW_ORDERS = ['created_at', 'updated_at', 'id'] as const;

export class WorkflowQueryDto {
  @IdField({ description: 'Only those for this type', optional: true })
  conversation_type_id?: string;

  @ChoiceField({ description: 'created_at if left out', of: WORKFLOW_ORDERS, optional: true })
  sortBy?: (typeof WORKFLOW_ORDERS)[number];

  @ChoiceField({ description: 'ASC if left out', of: ['ASC', 'DESC'], optional: true })
  direction?: 'ASC' | 'DESC';

  @IntegerField({ description: 'How many; all if left out', min: 1, max: limits.unlimited, optional: true })
  limit?: number;

  @IntegerField({ description: 'How many to pass over', min: 0, max: limits.unlimited, optional: true })
  offset?: number;

  @TextField({ description: 'The next_cursor of the page before', max: 4096, optional: true })
  cursor?: string;
}

export const WorkflowListDto = ListDto('workflows', WorkflowDto);

const toAction = ({ kind, template_name }: ActionDto): Action => ({ kind, templateName: template_name });
const toActionDto = ({ kind, templateName }: Action): ActionDto => ({ kind, template_name: templateName });

/** Of a trigger that was checked: each kind has what it needs. */
function toTrigger({ kind, action, message_sequence, participant_kind, branches }: TriggerDto): Trigger {
  return {
    kind,
    ...(action === undefined ? {} : { action: toAction(action) }),
    ...(message_sequence === undefined ? {} : { messageSequence: message_sequence }),
    ...(participant_kind === undefined ? {} : { participantKind: participant_kind }),
    ...(branches === undefined
      ? {}
      : {
          branches: branches.map((each) => ({ condition: toNode(each.condition_node), action: toAction(each.action) })),
        }),
  } as Trigger;
}

function toTriggerDto(trigger: Trigger): TriggerDto {
  const { kind, action } = trigger;
  const dto: TriggerDto = { kind, ...(action === undefined ? {} : { action: toActionDto(action) }) };
  if (trigger.kind === 'MESSAGE_ADDED_TO_CONVERSATION') {
    if (trigger.messageSequence !== undefined) dto.message_sequence = trigger.messageSequence;
    if (trigger.participantKind !== undefined) dto.participant_kind = trigger.participantKind;
  }
  if (trigger.kind === 'CONVERSATION_DATA_CHANGED' && trigger.branches) {
    dto.branches = trigger.branches.map((each) => ({
      condition_node: toNodeDto(each.condition),
      action: toActionDto(each.action),
    }));
  }
  return dto;
}

export const toWorkflow = ({ conversation_type_id, enabled = true, trigger }: CreateWorkflowDto): Workflow => ({
  conversationTypeId: conversation_type_id,
  enabled,
  trigger: toTrigger(trigger),
});

export const toWorkflowDto = ({
  id,
  tenantId,
  value,
  createdAt,
  updatedAt,
}: ResourceRecord<Workflow> | WorkflowRecord) =>
  ({
    id,
    tenant_id: tenantId,
    conversation_type_id: value.conversationTypeId,
    enabled: value.enabled,
    trigger: toTriggerDto(value.trigger),
    created_at: createdAt,
    updated_at: updatedAt,
  }) satisfies WorkflowDto;
