import { limits } from '../../../../catalogue/limits/limits.js';
import {
  BooleanField,
  ChoiceField,
  FreeObjectField,
  IdField,
  IntegerField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import { NameField, WrittenField } from '../../../../http/fields/text-fields.js';
import { CHOSEN_ID } from '../../../../kernel/ids.js';
import type { Patch } from '../../../../kernel/patch.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { RETENTION_SCOPES, type RetentionScope } from '../../../../kernel/retention.js';
import { mergePatch } from '../../../../lib/json/merge-patch.js';
import { type ConversationType, NAMED_KINDS, type TemplateKind } from '../domain/conversation-type.resource.js';

/** 1 to 11 letters, digits or spaces, at least one letter (specification 5). */
const SMS_SENDER = /^(?=.*[A-Za-z])[A-Za-z0-9 ]+$/;

const description = {
  description: 'Purpose of the conversation type.',
  displayName:
    'Display name of the SHARED participant. If it is set, clients see every user under it. A change takes effect immediately. Default: `Team`.',
  shared:
    'True if all users of a conversation share one read status. It is fixed when a conversation is opened or gets another type, so a change holds for conversations opened later. Default: false.',
  workflowName:
    'Display name of the participant that posts messages of workflows. A change takes effect immediately. Default: `Workflow`.',
  schema: 'JSON Schema 2020-12 of `conversation_data`, at most 64 KiB and 32 levels. Default: any object.',
  listItem:
    'HTML template of a list item, with placeholders like `{{ path.to.value }}` into `conversation_data`. Tags and attributes that are not allowed are removed.',
  header:
    'HTML template of the header that clients see, filled in as `client_header_html` of a conversation. Tags and attributes that are not allowed are removed.',
  sender: 'Sender of SMS: letters, digits and spaces, at least one letter. Default: the sender of the provider.',
  pushText: 'True if pushes show the beginning of a message, up to 300 characters. Default: false.',
  templates: 'Name of the message template for each template kind. Default: the templates of the service.',
  scope: 'Conversations that retention removes: archived ones or all.',
  days: 'Days after which retention removes a conversation.',
};

const name = {
  description: 'Name of the message template.',
  type: 'string',
  minLength: 1,
  maxLength: limits.id,
  pattern: CHOSEN_ID.source,
};
const ofKinds = (schemaOf: (kind: string) => object) => ({
  properties: Object.fromEntries(Object.entries(NAMED_KINDS).map(([named, kind]) => [named, schemaOf(kind)])),
  additionalProperties: false,
});
const NAMED = ofKinds(() => name);
const SHOWN = ofKinds((kind) => ({
  description: 'Message template that is used.',
  type: 'object',
  properties: { name, kind: { description: 'Kind of the message template.', type: 'string', enum: [kind] } },
  required: ['name', 'kind'],
}));

/** Fields that create and replace share; a patch has its own, since they are optional there. */
class ConversationTypeFieldsDto {
  @WrittenField({ description: description.description, max: limits.description, optional: true })
  description?: string;

  @NameField({ description: description.displayName, max: limits.displayName, optional: true })
  display_name_shared_by_users?: string;

  @BooleanField({ description: description.shared, optional: true })
  shared_read_status_for_user_participants?: boolean;

  @NameField({ description: description.workflowName, max: limits.displayName, optional: true })
  display_name_for_workflow_participants?: string;

  @FreeObjectField({ description: description.schema, optional: true })
  conversation_data_schema?: Record<string, unknown>;

  @WrittenField({ description: description.listItem, min: 0, max: limits.template, example: '{{ customer.name }}' })
  conversation_data_list_item_template!: string;

  @WrittenField({ description: description.header, min: 0, max: limits.template, optional: true })
  client_app_header_template?: string;

  @TextField({ description: description.sender, max: limits.smsSenderId, pattern: SMS_SENDER, optional: true })
  sms_sender_id?: string;

  @BooleanField({ description: description.pushText, optional: true })
  push_text?: boolean;

  @FreeObjectField({ description: description.templates, said: NAMED, optional: true })
  message_templates?: Partial<Record<TemplateKind, string>>;

  @ChoiceField({ description: description.scope, of: RETENTION_SCOPES, optional: true })
  retention_policy_scope?: RetentionScope;

  @IntegerField({ description: description.days, min: 1, max: 36_500, example: 90, optional: true })
  retention_policy_days?: number;
}

export class CreateConversationTypeDto extends ConversationTypeFieldsDto {
  @IdField({ description: 'Id of the conversation type, chosen by the caller.', example: 'support' })
  id!: string;
}

export class ReplaceConversationTypeDto extends ConversationTypeFieldsDto {
  @IdField({
    description: 'Id of the conversation type. If present, it must equal the id in the path.',
    optional: true,
  })
  id?: string;
}

export class PatchConversationTypeDto {
  @WrittenField({ description: description.description, max: limits.description, optional: 'clearable' })
  description?: string | null;

  @NameField({ description: description.displayName, max: limits.displayName, optional: 'clearable' })
  display_name_shared_by_users?: string | null;

  @BooleanField({ description: description.shared, optional: 'clearable' })
  shared_read_status_for_user_participants?: boolean | null;

  @NameField({ description: description.workflowName, max: limits.displayName, optional: 'clearable' })
  display_name_for_workflow_participants?: string | null;

  @FreeObjectField({ description: `${description.schema} A merge patch merges both schemas.`, optional: 'clearable' })
  conversation_data_schema?: Record<string, unknown> | null;

  @WrittenField({ description: description.listItem, min: 0, max: limits.template, optional: true })
  conversation_data_list_item_template?: string;

  @WrittenField({ description: description.header, min: 0, max: limits.template, optional: 'clearable' })
  client_app_header_template?: string | null;

  @TextField({ description: description.sender, max: limits.smsSenderId, pattern: SMS_SENDER, optional: 'clearable' })
  sms_sender_id?: string | null;

  @BooleanField({ description: description.pushText, optional: 'clearable' })
  push_text?: boolean | null;

  @FreeObjectField({
    description: `${description.templates} In a merge patch, null removes a template kind.`,
    said: NAMED,
    optional: 'clearable',
  })
  message_templates?: Partial<Record<TemplateKind, string>> | null;

  @ChoiceField({ description: description.scope, of: RETENTION_SCOPES, optional: 'clearable' })
  retention_policy_scope?: RetentionScope | null;

  @IntegerField({ description: description.days, min: 1, max: 36_500, optional: 'clearable' })
  retention_policy_days?: number | null;
}

export class ConversationTypeDto extends ConversationTypeFieldsDto {
  @IdField({ description: 'Id of the conversation type.' })
  id!: string;

  @UuidField({ description: 'Id of the tenant.' })
  tenant_id!: string;

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;

  @FreeObjectField({
    description: 'Name and kind of the message template of each template kind. Read-only.',
    said: SHOWN,
    optional: true,
  })
  templates?: Record<string, { name: string; kind: string }>;

  @TextField({
    description: 'Public key for starting conversations of this type as a visitor. Read-only.',
    max: limits.visitorKey,
    optional: true,
  })
  visitor_key?: string;
}

export class ConversationTypeQueryDto extends PageQueryDto {}
export const ConversationTypeListDto = ListDto('conversation_types', ConversationTypeDto);

const WIRE = {
  description: 'description',
  displayNameSharedByUsers: 'display_name_shared_by_users',
  sharedReadStatus: 'shared_read_status_for_user_participants',
  displayNameForWorkflows: 'display_name_for_workflow_participants',
  dataSchema: 'conversation_data_schema',
  listItemTemplate: 'conversation_data_list_item_template',
  headerTemplate: 'client_app_header_template',
  smsSenderId: 'sms_sender_id',
  pushText: 'push_text',
  messageTemplates: 'message_templates',
  retentionScope: 'retention_policy_scope',
  retentionDays: 'retention_policy_days',
} as const satisfies Record<Exclude<keyof ConversationType, 'visitorKey'>, keyof ConversationTypeFieldsDto>;

/** The fields of the resource from a body; absent members stay absent. */
export function toValue<T extends ConversationType | Patch<ConversationType>>(dto: object): T {
  const sent = dto as Record<string, unknown>;
  const pairs = Object.entries(WIRE).map(([name, wire]) => [name, sent[wire]] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as unknown as T;
}

/** The members that are objects, merged into those of the value; the others stay as the patch has them. */
export function mergedInto(value: ConversationType, patch: Patch<ConversationType>): Patch<ConversationType> {
  const members = Object.entries(patch).map(([name, each]) => [
    name,
    each === null ? null : mergePatch(value[name as keyof ConversationType], each),
  ]);
  return Object.fromEntries(members) as Patch<ConversationType>;
}

export function toConversationTypeDto({
  id,
  tenantId,
  createdAt,
  updatedAt,
  value,
}: ResourceRecord<ConversationType>): ConversationTypeDto {
  const pairs = Object.entries(WIRE).map(([name, wire]) => [wire, value[name as keyof ConversationType]] as const);
  const named = Object.entries(value.messageTemplates ?? {});
  return {
    id,
    tenant_id: tenantId,
    created_at: createdAt,
    updated_at: updatedAt,
    ...(Object.fromEntries(pairs.filter(([, each]) => each !== undefined)) as unknown as ConversationTypeFieldsDto),
    ...(named.length > 0
      ? {
          templates: Object.fromEntries(
            named.map(([kind, name]) => [kind, { name, kind: NAMED_KINDS[kind as TemplateKind] }]),
          ),
        }
      : {}),
    ...(value.visitorKey === undefined ? {} : { visitor_key: value.visitorKey }),
  };
}
