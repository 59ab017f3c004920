import type { WorkflowRecord } from '../../../../../projections/workflow/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { ListDto, WholeListQueryDto } from '../../../../http/fields/paging.dto.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
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
    description:
      'Kind of the action. NOTIFY_PARTICIPANTS notifies every CLIENT except the cause of the event. SEND_MESSAGE posts a message.',
    of: ACTION_KINDS,
  })
  kind!: (typeof ACTION_KINDS)[number];

  @IdField({ description: 'Name of the message template that produces the text.', example: 'order_shipped' })
  template_name!: string;
}

export class BranchDto {
  @ObjectField({ description: 'Condition of the branch.', of: ConditionNodeDto })
  condition_node!: ConditionNodeDto;

  @ObjectField({ description: 'Action of the branch.', of: ActionDto })
  action!: ActionDto;
}

const description = {
  action:
    'Action of the workflow. For CONVERSATION_DATA_CHANGED with branches, it is optional and runs only if no branch is met.',
  sequence: 'Sequence of the message that triggers. Allowed only for MESSAGE_ADDED_TO_CONVERSATION. Default: any.',
  author: 'Kind of the author. Allowed only for MESSAGE_ADDED_TO_CONVERSATION. Default: any except WORKFLOW.',
  branches: 'Branches in order of evaluation; the first that is met acts. Allowed only for CONVERSATION_DATA_CHANGED.',
};

export class TriggerDto {
  @ChoiceField({ description: 'Event that triggers the workflow.', of: TRIGGER_KINDS })
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
  @IdField({ description: 'Id of the conversation type that the workflow watches.' })
  conversation_type_id!: string;

  @BooleanField({ description: 'True if the workflow runs. Default: true.', optional: true })
  enabled?: boolean;

  @ObjectField({ description: 'Trigger and action of the workflow.', of: TriggerDto })
  trigger!: TriggerDto;
}

export class CreateWorkflowDto extends WorkflowFieldsDto {
  @IdField({
    description: 'Id of the workflow, chosen by the caller. Default: a UUID.',
    example: 'welcome',
    optional: true,
  })
  id?: string;
}

export class ReplaceWorkflowDto extends WorkflowFieldsDto {
  @IdField({ description: 'Id of the workflow. If present, it must equal the id in the path.', optional: true })
  id?: string;
}

export class PatchWorkflowDto {
  @BooleanField({ description: 'True if the workflow runs. Default: unchanged.', optional: true })
  enabled?: boolean;
}

export class WorkflowDto {
  @IdField({ description: 'Id of the workflow.' })
  id!: string;

  @UuidField({ description: 'Id of the tenant.' })
  tenant_id!: string;

  @IdField({ description: 'Id of the conversation type that the workflow watches.' })
  conversation_type_id!: string;

  @BooleanField({ description: 'True if the workflow runs.' })
  enabled!: boolean;

  @ObjectField({ description: 'Trigger and action of the workflow.', of: TriggerDto })
  trigger!: TriggerDto;

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;
}

const WORKFLOW_ORDERS = ['created_at', 'updated_at', 'id'] as const;

export class WorkflowQueryDto extends WholeListQueryDto {
  @IdField({ description: 'Lists only workflows of this conversation type.', optional: true })
  conversation_type_id?: string;

  @ChoiceField({ description: 'Field of the order. Default: created_at.', of: WORKFLOW_ORDERS, optional: true })
  sortBy?: (typeof WORKFLOW_ORDERS)[number];
}

export const WorkflowListDto = ListDto('workflows', WorkflowDto);

const toAction = ({ kind, template_name }: ActionDto): Action => ({ kind, templateName: template_name });
const toActionDto = ({ kind, templateName }: Action): ActionDto => ({ kind, template_name: templateName });

/** Expects a validated trigger, which has the members of its kind. */
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
