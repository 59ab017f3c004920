import type { ConversationListItem } from '../../../../../projections/conversation-list/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { EitherListField } from '../../../../http/fields/either-list-field.js';
import {
  BooleanField,
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
import { ListDto } from '../../../../http/fields/paging.dto.js';
import type { Instant } from '../../../../kernel/instant.js';
import { ConversationTypeDto } from '../../conversation-type/api/conversation-type.dto.js';
import { LastMessageDto } from '../../message/api/last-message.dto.js';
import { ParticipantDto, ParticipantForClientDto } from '../../participant/api/participant.dto.js';

class TemplateDataDto {
  @FreeObjectField({
    description: 'Value of each placeholder of the list item template. Missing values are left out.',
    optional: true,
  })
  list_item_template?: object;

  @FreeObjectField({
    description: 'Value of each placeholder of the header template. Missing values are left out.',
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

  @ObjectField({
    description: 'Message with the highest sequence. Present with `LAST_MESSAGE` if the conversation has a message.',
    of: LastMessageDto,
    optional: true,
  })
  last_message?: LastMessageDto;

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
    description: 'True while a legal hold protects the conversation from removal. Absent without one.',
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
