import type { MessageRow } from '../../../../projections/message-log/projection.js';
import { limits } from '../../../catalogue/limits/limits.js';
import {
  ChoiceField,
  IdField,
  IntegerField,
  NumberField,
  ObjectField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../http/fields/paging.dto.js';
import { instant } from '../../../kernel/instant.js';
import {
  type Content,
  LOCATION_SOURCES,
  type Location,
  MESSAGE_KINDS,
  type MessageKind,
} from '../domain/message.events.js';

/** Those that need no upload. */
export const POSTABLE_KINDS = ['TEXT', 'LOCATION', 'REQUEST_LOCATION'] as const satisfies readonly MessageKind[];

const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const ANY = Number.MAX_SAFE_INTEGER;

export class LocationDto {
  @NumberField({ description: 'Degrees north', min: -90, max: 90, example: 48.2082 })
  latitude!: number;

  @NumberField({ description: 'Degrees east', min: -180, max: 180, example: 16.3738 })
  longitude!: number;

  @NumberField({ description: 'Radius of uncertainty in meters', min: 0, max: ANY, optional: true })
  accuracy?: number;

  @TimestampField({ description: 'When it was measured', optional: true })
  positioned_at?: string;

  @ChoiceField({ description: 'Chosen by hand or measured', of: LOCATION_SOURCES, optional: true })
  source?: (typeof LOCATION_SOURCES)[number];

  @TextField({ description: 'Language of the address', max: 35, pattern: LANGUAGE, optional: true, example: 'de' })
  language?: string;
}

const description = {
  participant: 'As whom; the caller’s own participant if left out, who is made one on the spot where it is a user',
  text: 'Needed for TEXT and REQUEST_LOCATION',
  location: 'Needed for LOCATION, refused for other kinds',
  address: 'The address of the location; LOCATION only',
  source: 'Chosen by you, unique in the conversation: the same message under it again answers the first one',
};

export class PostMessageDto {
  @IdField({ description: description.participant, optional: true })
  participant_id?: string;

  @ChoiceField({ description: 'What kind of message', of: POSTABLE_KINDS })
  kind!: (typeof POSTABLE_KINDS)[number];

  @TextField({ description: description.text, max: limits.text, optional: true, example: 'Your order is on its way.' })
  text?: string;

  @ObjectField({ description: description.location, of: LocationDto, optional: true })
  location?: LocationDto;

  @TextField({ description: description.address, max: limits.formattedAddress, optional: true })
  formatted_address?: string;

  @IdField({ description: description.source, max: limits.sourceId, optional: true })
  source_id?: string;
}

export class MessageDto {
  @UuidField({ description: 'Its id' })
  id!: string;

  @UuidField({ description: 'Whose it is' })
  tenant_id!: string;

  @IdField({ description: 'Where it was posted' })
  conversation_id!: string;

  @IdField({ description: 'Who speaks' })
  participant_id!: string;

  @IntegerField({
    description: 'Its place in the conversation, from 1 without gaps; null while it is queued',
    min: 1,
    max: ANY,
    optional: 'clearable',
  })
  sequence!: number | null;

  @ChoiceField({ description: 'What kind of message', of: MESSAGE_KINDS })
  kind!: MessageKind;

  @TextField({ description: 'What it says', max: limits.text, optional: true })
  text?: string;

  @ObjectField({ description: 'Where', of: LocationDto, optional: true })
  location?: LocationDto;

  @TextField({ description: 'The address of the location', max: limits.formattedAddress, optional: true })
  formatted_address?: string;

  @IdField({ description: 'The id its sender chose', max: limits.sourceId, optional: true })
  source_id?: string;

  @TimestampField({ description: 'When it was posted' })
  created_at!: string;

  @TimestampField({ description: 'When it last changed' })
  updated_at!: string;

  @TimestampField({ description: 'When it was deleted; what it said is gone', optional: true })
  deleted_at?: string;
}

export class MessageListQueryDto extends PageQueryDto {
  @TimestampField({ description: 'Posted later than this', optional: true })
  created_after?: string;

  @TimestampField({ description: 'Posted earlier than this', optional: true })
  created_before?: string;

  @TimestampField({ description: 'Changed later than this', optional: true })
  updated_after?: string;

  @TimestampField({ description: 'Changed earlier than this', optional: true })
  updated_before?: string;

  @IntegerField({
    description: 'Only what lies behind this sequence in the order asked; excludes offset and cursor',
    min: 0,
    max: ANY,
    optional: true,
  })
  last_sequence?: number;

  @ChoiceField({ description: 'The direction; DESC if left out', of: ['ASC', 'DESC'], optional: true })
  order?: 'ASC' | 'DESC';

  @ChoiceField({
    description: 'By what; sequence if left out',
    of: ['sequence', 'created_at', 'updated_at'],
    optional: true,
  })
  order_by?: 'sequence' | 'created_at' | 'updated_at';
}

export class MessageListDto extends ListDto('messages', MessageDto) {
  @IntegerField({ description: 'Instead of offset, where it was asked by', min: 0, max: ANY, optional: true })
  last_sequence?: number;
}

function toLocation({ latitude, longitude, accuracy, positioned_at, source, language }: LocationDto): Location {
  return {
    latitude,
    longitude,
    ...(accuracy === undefined ? {} : { accuracy }),
    ...(positioned_at === undefined ? {} : { positionedAt: instant(positioned_at) }),
    ...(source === undefined ? {} : { source }),
    ...(language === undefined ? {} : { language }),
  };
}

export const toContent = ({ kind, text, location, formatted_address }: PostMessageDto): Content => ({
  kind,
  ...(text === undefined ? {} : { text }),
  ...(location === undefined ? {} : { location: toLocation(location) }),
  ...(formatted_address === undefined ? {} : { formattedAddress: formatted_address }),
});

function toLocationDto({ positionedAt, ...location }: Location): LocationDto {
  return { ...location, ...(positionedAt === undefined ? {} : { positioned_at: positionedAt }) };
}

export function toMessageDto(row: MessageRow): MessageDto {
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
    ...(sourceId === undefined ? {} : { source_id: sourceId }),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    ...(deletedAt === undefined ? {} : { deleted_at: deletedAt }),
  };
}
