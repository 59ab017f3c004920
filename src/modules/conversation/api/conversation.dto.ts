import type { ConversationListItem } from '../../../../projections/conversation-list/projection.js';
import { limits } from '../../../catalogue/limits/limits.js';
import {
  BooleanField,
  ChoiceField,
  ChoicesField,
  FreeObjectField,
  IdField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
  TimestampField,
  UuidField,
} from '../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../http/fields/paging.dto.js';
import type { Instant } from '../../../kernel/instant.js';
import { ConversationTypeDto } from '../../conversation-type/api/conversation-type.dto.js';
import { ParticipantDto } from '../../participant/api/participant.dto.js';

export const INCLUDES = [
  'PARTICIPANTS',
  'CONVERSATION_TYPE',
  'LIST_ITEM_TEMPLATE_DATA',
  'CLIENT_HEADER_TEMPLATE_DATA',
  'CONVERSATION_DATA',
  'CURRENT_USER_READ_STATUS',
  'CLIENT_PARTICIPANT_FRONTEND_URL',
] as const;
export type Include = (typeof INCLUDES)[number];

export class IncludesQueryDto {
  @ChoicesField({ description: 'What else to answer', of: INCLUDES, optional: true })
  includes?: Include[];
}

export class ConversationListQueryDto extends PageQueryDto {
  @ChoicesField({ description: 'What else to answer', of: INCLUDES, optional: true })
  includes?: Include[];

  @BooleanField({ description: 'Only archived ones, or only open ones', optional: true })
  archived?: boolean;

  @TimestampField({ description: 'Created later than this', optional: true })
  created_after?: string;

  @TimestampField({ description: 'Created earlier than this', optional: true })
  created_before?: string;

  @TimestampField({ description: 'Updated later than this', optional: true })
  updated_after?: string;

  @TimestampField({ description: 'Updated earlier than this', optional: true })
  updated_before?: string;

  @ChoiceField({ description: 'The direction; DESC if left out', of: ['ASC', 'DESC'], optional: true })
  order?: 'ASC' | 'DESC';

  @ChoiceField({ description: 'By what; created_at if left out', of: ['created_at', 'updated_at'], optional: true })
  order_by?: 'created_at' | 'updated_at';

  @TextField({
    description: 'Words that must all occur, each as the start of a word',
    max: limits.search,
    optional: true,
  })
  search?: string;
}

class TemplateDataDto {
  @FreeObjectField({ description: 'Placeholder of the list item template to its value', optional: true })
  list_item_template?: object;

  @FreeObjectField({ description: 'Placeholder of the header template to its value', optional: true })
  client_header_template?: object;
}

export class ReadStatusDto {
  @IntegerField({ description: 'The sequence of the last message seen', min: 0, max: limits.unlimited })
  last_message_seen!: number;

  @IntegerField({ description: 'How many came after it', min: 0, max: limits.unlimited })
  unread_message_count!: number;
}

class ClientFrontendUrlDto {
  @IdField({ description: 'The client participant' })
  client_id!: string;

  @TextField({ description: 'Where they find the conversation; without a key', max: 2000 })
  url!: string;
}

export class ConversationDto {
  @IdField({ description: 'Its id' })
  id!: string;

  @UuidField({ description: 'Whose it is' })
  tenant_id!: string;

  @BooleanField({ description: 'Whether it is archived' })
  archived!: boolean;

  @IdField({ description: 'Of what type it is' })
  conversation_type_id!: string;

  @ObjectField({ description: 'Its type; with CONVERSATION_TYPE', of: ConversationTypeDto, optional: true })
  conversation_type?: ConversationTypeDto;

  @TimestampField({ description: 'When it was opened' })
  created_at!: string;

  @TimestampField({ description: 'When it, a participant or a message last changed' })
  updated_at!: string;

  @TextField({ description: 'What it is about', max: limits.description, optional: true })
  description?: string;

  @FreeObjectField({ description: 'What its type’s schema says; with CONVERSATION_DATA', optional: true })
  conversation_data?: object;

  @TextListField({ description: 'In the order they were added', max: limits.labels })
  labels!: readonly string[];

  @ObjectField({
    description: 'The values of its type’s templates; with …_TEMPLATE_DATA',
    of: TemplateDataDto,
    optional: true,
  })
  template_data?: TemplateDataDto;

  @TimestampField({ description: 'When conversation_data last changed', optional: true })
  conversation_data_updated_at?: string;

  @ObjectListField({
    description: 'Who takes part; with PARTICIPANTS',
    of: ParticipantDto,
    max: limits.unlimited,
    optional: true,
  })
  participants?: ParticipantDto[];

  @ObjectField({
    description: 'How far the caller has read; with CURRENT_USER_READ_STATUS',
    of: ReadStatusDto,
    optional: true,
  })
  read_status?: ReadStatusDto;

  @TimestampField({ description: 'When the lock ends by itself; absent when it is not locked', optional: true })
  lock_expires_at?: string;

  @TextField({ description: 'Why it is locked', max: limits.lockNote, optional: true })
  lock_note?: string;

  @TextField({ description: 'The user who holds the lock', max: 100, optional: true })
  locked_by?: string;

  @ObjectListField({
    description: 'Its clients’ addresses; with CLIENT_PARTICIPANT_FRONTEND_URL',
    of: ClientFrontendUrlDto,
    max: limits.unlimited,
    optional: true,
  })
  client_frontend_urls?: ClientFrontendUrlDto[];
}

export const ConversationListDto = ListDto('conversations', ConversationDto);

/** What a read without includes answers. The lock is shown while it holds. */
export function toConversationDto(item: ConversationListItem, now: Instant): ConversationDto {
  const { description, dataUpdatedAt, lock } = item;
  const held = lock !== undefined && lock.until > now ? lock : undefined;
  return {
    id: item.id,
    tenant_id: item.tenantId,
    archived: item.archived,
    conversation_type_id: item.conversationTypeId,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    ...(description === undefined ? {} : { description }),
    labels: item.labels,
    ...(dataUpdatedAt === undefined ? {} : { conversation_data_updated_at: dataUpdatedAt }),
    ...(held ? { lock_expires_at: held.until, locked_by: held.by } : {}),
    ...(held?.note === undefined ? {} : { lock_note: held.note }),
  };
}
