import type { ConversationListItem } from '../../../../../projections/conversation-list/projection.js';
import { clientView } from '../../../../catalogue/client-view.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { EitherListField } from '../../../../http/fields/either-list-field.js';
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
} from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import type { Instant } from '../../../../kernel/instant.js';
import { ConversationTypeDto } from '../../conversation-type/api/conversation-type.dto.js';
import { ParticipantDto, ParticipantForClientDto } from '../../participant/api/participant.dto.js';

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

const INCLUDES_DESCRIPTION = `Further members of the response. Default: none. Client participants get 403 for ${clientView.refusedIncludes.map((name) => `\`${name}\``).join(', ')}.`;

export class IncludesQueryDto {
  @ChoicesField({ description: INCLUDES_DESCRIPTION, of: INCLUDES, optional: true })
  includes?: Include[];
}

export class ConversationListQueryDto extends PageQueryDto {
  @IntegerField({
    description: `Maximum number of items of the page. Default: ${limits.conversationListDefault}.`,
    min: 1,
    max: limits.listMax,
    optional: true,
  })
  override limit?: number;

  @ChoicesField({ description: INCLUDES_DESCRIPTION, of: INCLUDES, optional: true })
  includes?: Include[];

  @BooleanField({
    description: 'True lists only archived conversations, false only open ones. Default: both.',
    optional: true,
  })
  archived?: boolean;

  @TimestampField({ description: 'Lists only conversations created after this time, exclusive.', optional: true })
  created_after?: string;

  @TimestampField({ description: 'Lists only conversations created before this time, exclusive.', optional: true })
  created_before?: string;

  @TimestampField({ description: 'Lists only conversations updated after this time, exclusive.', optional: true })
  updated_after?: string;

  @TimestampField({ description: 'Lists only conversations updated before this time, exclusive.', optional: true })
  updated_before?: string;

  @ChoiceField({ description: 'Direction of the order. Default: DESC.', of: ['ASC', 'DESC'], optional: true })
  order?: 'ASC' | 'DESC';

  @ChoiceField({
    description: 'Field of the order. Default: created_at.',
    of: ['created_at', 'updated_at'],
    optional: true,
  })
  order_by?: 'created_at' | 'updated_at';

  @TextField({
    description: `Words to search, each as a whole or as the beginning of a word, without regard to case and accents. All must match. A search without a word finds nothing. A search that takes more than ${limits.searchMs / 1_000} seconds is refused with 400.`,
    max: limits.search,
    optional: true,
  })
  search?: string;
}

class TemplateDataDto {
  @FreeObjectField({
    description: 'Value of each placeholder of the list item template. Values that are missing are left out.',
    optional: true,
  })
  list_item_template?: object;

  @FreeObjectField({
    description: 'Value of each placeholder of the header template. Values that are missing are left out.',
    optional: true,
  })
  client_header_template?: object;
}

export class ReadStatusDto {
  @IntegerField({ description: 'Sequence of the last message seen.', min: 0, max: limits.unlimited })
  last_message_seen!: number;

  @IntegerField({ description: 'Number of messages after the last message seen.', min: 0, max: limits.unlimited })
  unread_message_count!: number;
}

export class ClientFrontendUrlDto {
  @IdField({ description: 'Id of the client participant.' })
  client_id!: string;

  @TextField({ description: 'URL of the conversation in the client app, without an auth key.', max: 2000 })
  url!: string;
}

export class ConversationDto {
  @IdField({ description: 'Id of the conversation.' })
  id!: string;

  @UuidField({ description: 'Id of the tenant.' })
  tenant_id!: string;

  @BooleanField({ description: 'True if the conversation is archived.' })
  archived!: boolean;

  @IdField({ description: 'Id of the conversation type.' })
  conversation_type_id!: string;

  @ObjectField({
    description: 'Conversation type. Present with `CONVERSATION_TYPE`.',
    of: ConversationTypeDto,
    optional: true,
  })
  conversation_type?: ConversationTypeDto;

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change of the conversation, its participants or its messages.' })
  updated_at!: string;

  @TextField({ description: 'Subject of the conversation.', max: limits.description, optional: true })
  description?: string;

  @FreeObjectField({ description: 'Data of the conversation. Present with `CONVERSATION_DATA`.', optional: true })
  conversation_data?: object;

  @TextListField({
    description: 'Labels, in the order in which they were added. Absent for client participants.',
    max: limits.labels,
    optional: true,
  })
  labels?: readonly string[];

  @ObjectField({
    description:
      'Values for the templates of the type. Present with `LIST_ITEM_TEMPLATE_DATA` or `CLIENT_HEADER_TEMPLATE_DATA`.',
    of: TemplateDataDto,
    optional: true,
  })
  template_data?: TemplateDataDto;

  @TextField({
    description: 'Header as sanitised HTML with its values. For clients only, with `CLIENT_HEADER_TEMPLATE_DATA`.',
    max: limits.template + limits.headerValues,
    optional: true,
  })
  client_header_html?: string;

  @TimestampField({
    description: 'Time of the last change of `conversation_data`. Absent if it was never set.',
    optional: true,
  })
  conversation_data_updated_at?: string;

  @EitherListField({
    description:
      'Participants of the conversation. Present with `PARTICIPANTS`. Client participants get only id, kind and name of the others.',
    of: [ParticipantDto, ParticipantForClientDto],
    max: limits.unlimited,
  })
  participants?: readonly (ParticipantDto | ParticipantForClientDto)[];

  @ObjectField({
    description: 'Read status of the caller. Present with `CURRENT_USER_READ_STATUS`.',
    of: ReadStatusDto,
    optional: true,
  })
  read_status?: ReadStatusDto;

  @TimestampField({
    description: 'Time at which the lock ends. Absent while the conversation is not locked.',
    optional: true,
  })
  lock_expires_at?: string;

  @TextField({
    description: 'Reason for the lock.',
    max: limits.lockNote,
    optional: true,
  })
  lock_note?: string;

  @TextField({
    description: 'Id of the user who holds the lock. Absent while the conversation is not locked.',
    max: 100,
    optional: true,
  })
  locked_by?: string;

  @BooleanField({
    description: 'True while a legal hold keeps retention from removing the conversation. Absent without one.',
    optional: true,
  })
  legal_hold?: boolean;

  @ObjectListField({
    description: 'URLs of the clients of the conversation. Present with `CLIENT_PARTICIPANT_FRONTEND_URL`.',
    of: ClientFrontendUrlDto,
    max: limits.unlimited,
    optional: true,
  })
  client_frontend_urls?: ClientFrontendUrlDto[];
}

export const ConversationListDto = ListDto('conversations', ConversationDto);

/** The conversation without includes. The lock is present until it expires. */
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
    ...(item.legalHold ? { legal_hold: true } : {}),
  };
}
