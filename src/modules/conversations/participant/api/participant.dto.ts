import type { RosterEntry } from '../../../../../projections/participant-roster/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  PhoneField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import { EmailField, NameField } from '../../../../http/fields/text-fields.js';
import type { Instant } from '../../../../kernel/instant.js';
import type { ParticipantPatch } from '../../conversation/domain/membership.commands.js';
import {
  CHOSEN_KINDS,
  type ParticipantKind,
  PREFERRED_LANGUAGES,
} from '../../conversation/domain/membership.events.js';
import type { ParticipantForClient } from './client-view.dto.js';

const description = {
  name: 'Name that the other participants see. Required for CLIENT. Default for USER: the name of the user.',
  language: 'Language of notifications. Default: the language of the tenant.',
  phone: 'Phone number in E.164. Allowed only for CLIENT.',
  email: 'E-mail address. Allowed only for CLIENT.',
};

type ChosenKind = (typeof CHOSEN_KINDS)[number];

class ParticipantFieldsDto<K extends ParticipantKind = ChosenKind> {
  @ChoiceField({
    description: 'Kind of the participant. USER needs `user_id`, CLIENT needs `display_name`. The kind never changes.',
    of: CHOSEN_KINDS,
  })
  kind!: K;

  @NameField({ description: description.name, max: limits.displayName, optional: true })
  display_name?: string;

  @ChoiceField({ description: description.language, of: PREFERRED_LANGUAGES, optional: true })
  preferred_language?: (typeof PREFERRED_LANGUAGES)[number];

  @PhoneField({ description: description.phone, example: '+4930123456', optional: true })
  phone_number?: string;

  @EmailField({ description: description.email, optional: true })
  email?: string;

  @UuidField({
    description: 'Id of the user. Required for USER, not allowed for CLIENT. It never changes.',
    optional: true,
  })
  user_id?: string;
}

export class CreateParticipantDto<K extends ParticipantKind = ChosenKind> extends ParticipantFieldsDto<K> {
  @IdField({
    description: 'Id of the participant, chosen by the caller. An id is not reused after removal. Default: a UUID.',
    example: 'client-1',
    optional: true,
  })
  id?: string;
}

export class ReplaceParticipantDto extends ParticipantFieldsDto {
  @IdField({ description: 'Id of the participant. If present, it must equal the id in the path.', optional: true })
  id?: string;
}

export class PatchParticipantDto {
  @IdField({ description: 'Id of the participant. If present, it must equal the id in the path.', optional: true })
  id?: string;

  @NameField({ description: 'Name that the other participants see.', max: limits.displayName, optional: true })
  display_name?: string;

  @ChoiceField({ description: description.language, of: PREFERRED_LANGUAGES, optional: 'clearable' })
  preferred_language?: (typeof PREFERRED_LANGUAGES)[number] | null;

  @PhoneField({ description: description.phone, optional: 'clearable' })
  phone_number?: string | null;

  @EmailField({ description: description.email, optional: 'clearable' })
  email?: string | null;
}

export class ParticipantDto {
  @IdField({ description: 'Id of the participant.' })
  id!: string;

  @UuidField({ description: 'Id of the tenant.' })
  tenant_id!: string;

  @IdField({ description: 'Id of the conversation.' })
  conversation_id!: string;

  @ChoiceField({
    description: 'Kind of the participant. The service manages participants of kind SHARED and WORKFLOW.',
    of: ['USER', 'CLIENT', 'SHARED', 'WORKFLOW'],
  })
  kind!: ParticipantKind;

  @TextField({
    description: 'Name that the other participants see. Empty if the participant is `erased`.',
    min: 0,
    max: limits.displayName,
  })
  display_name!: string;

  @ChoiceField({ description: description.language, of: PREFERRED_LANGUAGES, optional: true })
  preferred_language?: string;

  @PhoneField({ description: description.phone, optional: true })
  phone_number?: string;

  @EmailField({ description: description.email, optional: true })
  email?: string;

  @UuidField({ description: 'Id of the user. Present only for USER.', optional: true })
  user_id?: string;

  @IntegerField({
    description: 'Sequence of the last message seen. Users with a shared read status have the same value.',
    min: 0,
    max: limits.unlimited,
  })
  last_message_sequence_seen!: number;

  @IntegerField({ description: 'Number of messages after the last message seen.', min: 0, max: limits.unlimited })
  unread_messages_count!: number;

  @TimestampField({ description: 'Time at which the participant last had the conversation open.', optional: true })
  had_conversation_open_at?: string;

  @TimestampField({ description: 'Time at which the participant last typed.', optional: true })
  was_typing_at?: string;

  @BooleanField({
    description: 'True if the participant was erased after the time `at`. Name and addresses are then left out.',
    optional: true,
  })
  erased?: true;

  @TimestampField({ description: 'Time of joining.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change. Reading and typing do not move it.' })
  updated_at!: string;
}

/** An erased participant. */
export class ErasedParticipantDto {
  @IdField({ description: 'Id of the participant.' })
  id!: string;

  @ChoiceField({ description: 'Kind of the participant.', of: ['USER', 'CLIENT', 'SHARED', 'WORKFLOW'] })
  kind!: ParticipantKind;

  @BooleanField({ description: 'Always true: name and addresses of the participant are erased.' })
  erased!: true;
}

export const toErasedParticipantDto = (id: string, kind: ParticipantKind): ErasedParticipantDto => ({
  id,
  kind,
  erased: true,
});

/** Another participant of the conversation as a client participant is shown it. */
export class ParticipantForClientDto implements ParticipantForClient {
  @IdField({ description: 'Id of the participant.' })
  id!: string;

  @ChoiceField({ description: 'Kind of the participant.', of: ['USER', 'CLIENT', 'SHARED', 'WORKFLOW'] })
  kind!: ParticipantKind;

  @TextField({
    description:
      'Name of the participant. For a user: `display_name_shared_by_users` of the type, otherwise the name of the user, otherwise `Agent`.',
    max: limits.displayName,
  })
  display_name!: string;
}

export class ParticipantQueryDto extends PageQueryDto {}
export const ParticipantListDto = ListDto('participants', ParticipantDto);

/** The members of the patch that were sent. */
export function toPatch({
  display_name,
  email,
  phone_number,
  preferred_language,
}: PatchParticipantDto): ParticipantPatch {
  return {
    ...(display_name === undefined ? {} : { displayName: display_name }),
    ...(email === undefined ? {} : { email }),
    ...(phone_number === undefined ? {} : { phoneNumber: phone_number }),
    ...(preferred_language === undefined ? {} : { preferredLanguage: preferred_language }),
  };
}

/** Read marker and presence of a participant, which are not part of its events. */
export interface ReadingAndPresence {
  readonly seen: number;
  readonly unread: number;
  readonly typingAt?: Instant;
  readonly openAt?: Instant;
}

export function toParticipantDto(
  entry: RosterEntry,
  { seen, unread, typingAt, openAt }: ReadingAndPresence,
): ParticipantDto {
  const { preferredLanguage, phoneNumber, email, userId } = entry;
  return {
    id: entry.id,
    tenant_id: entry.tenantId,
    conversation_id: entry.conversationId,
    kind: entry.kind,
    display_name: entry.displayName,
    ...(preferredLanguage === undefined ? {} : { preferred_language: preferredLanguage }),
    ...(phoneNumber === undefined ? {} : { phone_number: phoneNumber }),
    ...(email === undefined ? {} : { email }),
    ...(userId === undefined ? {} : { user_id: userId }),
    last_message_sequence_seen: seen,
    unread_messages_count: unread,
    ...(openAt === undefined ? {} : { had_conversation_open_at: openAt }),
    ...(typingAt === undefined ? {} : { was_typing_at: typingAt }),
    ...(entry.erased ? { erased: true } : {}),
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
  };
}
