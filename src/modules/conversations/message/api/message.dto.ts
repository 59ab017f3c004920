import type { MessageRow } from '../../../../../projections/message-log/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  ObjectField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import { WrittenField } from '../../../../http/fields/text-fields.js';
import type { AssetLinks } from '../../../../ports/media/asset-links.js';
import { type Content, MESSAGE_KINDS, type MessageKind } from '../domain/message.events.js';
import { AssetDto, toAssetDto } from './message-asset.dto.js';
import { LocationDto, toLocation, toLocationDto } from './message-location.dto.js';

const ANY = Number.MAX_SAFE_INTEGER;

const description = {
  participant:
    'Id of the author. Default: the participant of the caller, created for a user who does not take part yet.',
  text: 'Text or caption of the message. Required for TEXT and REQUEST_LOCATION.',
  location: 'Location of the message. Required for LOCATION, not allowed for other kinds.',
  address:
    'Address of the location. Allowed only for LOCATION. Default: the address of the nearest place, if one is found within 500 milliseconds.',
  source: 'Id chosen by the caller, unique in the conversation. The same message with the same id is posted once.',
};

export class PostMessageDto {
  @IdField({ description: description.participant, optional: true })
  participant_id?: string;

  @ChoiceField({ description: 'Kind of the message.', of: MESSAGE_KINDS })
  kind!: MessageKind;

  @WrittenField({
    description: description.text,
    max: limits.text,
    optional: true,
    example: 'Your order is on its way.',
  })
  text?: string;

  @ObjectField({ description: description.location, of: LocationDto, optional: true })
  location?: LocationDto;

  @WrittenField({ description: description.address, max: limits.formattedAddress, optional: true })
  formatted_address?: string;

  @IdField({ description: description.source, max: limits.sourceId, optional: true })
  source_id?: string;
}

export class MessageDto {
  @UuidField({ description: 'Id of the message.' })
  id!: string;

  @UuidField({ description: 'Id of the tenant.' })
  tenant_id!: string;

  @IdField({ description: 'Id of the conversation.' })
  conversation_id!: string;

  @IdField({ description: 'Id of the participant who is the author.' })
  participant_id!: string;

  @IntegerField({
    description: 'Number of the message in the conversation, from 1 without gaps. Null until the message is processed.',
    min: 1,
    max: ANY,
    optional: 'clearable',
  })
  sequence!: number | null;

  @ChoiceField({ description: 'Kind of the message.', of: MESSAGE_KINDS })
  kind!: MessageKind;

  @TextField({ description: 'Text of the message. Absent after deletion.', max: limits.text, optional: true })
  text?: string;

  @ObjectField({ description: 'Location of the message. Absent after deletion.', of: LocationDto, optional: true })
  location?: LocationDto;

  @TextField({ description: 'Address of the location.', max: limits.formattedAddress, optional: true })
  formatted_address?: string;

  @ObjectField({
    description: 'Asset of an IMAGE, VIDEO or AUDIO. Absent after deletion.',
    of: AssetDto,
    optional: true,
  })
  asset?: AssetDto;

  @IdField({ description: 'Id of the message, chosen by its author.', max: limits.sourceId, optional: true })
  source_id?: string;

  @TimestampField({ description: 'Time of posting.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;

  @BooleanField({
    description: 'True if the author is erased. The message then has no content. Absent otherwise.',
    optional: true,
  })
  erased?: true;

  @TimestampField({ description: 'Time of deletion. The message then has no text, location or asset.', optional: true })
  deleted_at?: string;
}

export class MessageListQueryDto extends PageQueryDto {
  @TimestampField({ description: 'Lists only messages posted after this time, exclusive.', optional: true })
  created_after?: string;

  @TimestampField({ description: 'Lists only messages posted before this time, exclusive.', optional: true })
  created_before?: string;

  @TimestampField({ description: 'Lists only messages updated after this time, exclusive.', optional: true })
  updated_after?: string;

  @TimestampField({ description: 'Lists only messages updated before this time, exclusive.', optional: true })
  updated_before?: string;

  @IntegerField({
    description:
      'Lists only messages with a smaller sequence; with order ASC, a greater one. Not allowed with `offset` or `cursor`.',
    min: 0,
    max: ANY,
    optional: true,
  })
  last_sequence?: number;

  @ChoiceField({ description: 'Direction of the order. Default: DESC.', of: ['ASC', 'DESC'], optional: true })
  order?: 'ASC' | 'DESC';

  @ChoiceField({
    description: 'Field of the order. Default: sequence.',
    of: ['sequence', 'created_at', 'updated_at'],
    optional: true,
  })
  order_by?: 'sequence' | 'created_at' | 'updated_at';
}

export class MessageListDto extends ListDto('messages', MessageDto) {
  @IntegerField({
    description: '`last_sequence` of the request. Replaces `offset` if the request had one.',
    min: 0,
    max: ANY,
    optional: true,
  })
  last_sequence?: number;
}

export const toContent = ({ kind, text, location, formatted_address }: PostMessageDto): Content => ({
  kind,
  ...(text === undefined ? {} : { text }),
  ...(location === undefined ? {} : { location: toLocation(location) }),
  ...(formatted_address === undefined ? {} : { formattedAddress: formatted_address }),
});

/** The message for a client that is not its author. */
export function withoutUploadUrl(message: MessageDto): MessageDto {
  if (message.asset?.upload_url === undefined) return message;
  const { upload_url: _, ...asset } = message.asset;
  return { ...message, asset };
}

const toErasedMessageDto = (row: MessageRow): MessageDto => ({
  id: row.id,
  tenant_id: row.tenantId,
  conversation_id: row.conversationId,
  participant_id: row.participantId,
  sequence: row.sequence,
  kind: row.kind,
  erased: true,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
});

/** Without `links` assets are shown without URLs. */
export function toMessageDto(row: MessageRow, links?: AssetLinks): MessageDto {
  if (row.erased) return toErasedMessageDto(row);
  const asset = row.asset && toAssetDto(row, links);
  const { text, location, formattedAddress, sourceId, deletedAt } = row;
  return {
    id: row.id,
    tenant_id: row.tenantId,
    conversation_id: row.conversationId,
    participant_id: row.participantId,
    sequence: row.sequence,
    kind: row.kind,
    ...(text === undefined ? {} : { text }),
    ...(location === undefined ? {} : { location: toLocationDto(location) }),
    ...(formattedAddress === undefined ? {} : { formatted_address: formattedAddress }),
    ...(asset === undefined ? {} : { asset }),
    ...(sourceId === undefined ? {} : { source_id: sourceId }),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    ...(deletedAt === undefined ? {} : { deleted_at: deletedAt }),
  };
}
