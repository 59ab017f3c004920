import type { RosterEntry } from '../../../../projections/participant-roster/projection.js';
import { limits } from '../../../catalogue/limits/limits.js';
import {
  ChoiceField,
  EmailField,
  IdField,
  IntegerField,
  PhoneField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../http/fields/paging.dto.js';
import type { Instant } from '../../../kernel/instant.js';
import type { ParticipantPatch } from '../../conversation/domain/membership.commands.js';
import {
  CHOSEN_KINDS,
  type ParticipantKind,
  PREFERRED_LANGUAGES,
} from '../../conversation/domain/membership.events.js';

const description = {
  name: 'What the others see; required for a CLIENT, the user’s own name if left out for a USER',
  language: 'In which language they are spoken to',
  phone: 'E.164; of a CLIENT only',
  email: 'Of a CLIENT only',
};

class ParticipantFieldsDto {
  @ChoiceField({ description: 'USER takes a user_id, CLIENT a display_name; never changes', of: CHOSEN_KINDS })
  kind!: (typeof CHOSEN_KINDS)[number];

  @TextField({ description: description.name, max: limits.displayName, optional: true })
  display_name?: string;

  @ChoiceField({ description: description.language, of: PREFERRED_LANGUAGES, optional: true })
  preferred_language?: (typeof PREFERRED_LANGUAGES)[number];

  @PhoneField({ description: description.phone, example: '+4930123456', optional: true })
  phone_number?: string;

  @EmailField({ description: description.email, optional: true })
  email?: string;

  @UuidField({ description: 'Required for a USER, refused for a CLIENT; never changes', optional: true })
  user_id?: string;
}

export class CreateParticipantDto extends ParticipantFieldsDto {
  @IdField({
    description: 'Chosen by you, or a UUID if left out; never given again',
    example: 'client-1',
    optional: true,
  })
  id?: string;
}

export class ReplaceParticipantDto extends ParticipantFieldsDto {
  @IdField({ description: 'If given, the one in the path', optional: true })
  id?: string;
}

export class PatchParticipantDto {
  @IdField({ description: 'If given, the one in the path', optional: true })
  id?: string;

  @TextField({ description: 'What the others see', max: limits.displayName, optional: true })
  display_name?: string;

  @ChoiceField({ description: description.language, of: PREFERRED_LANGUAGES, optional: 'clearable' })
  preferred_language?: (typeof PREFERRED_LANGUAGES)[number] | null;

  @PhoneField({ description: description.phone, optional: 'clearable' })
  phone_number?: string | null;

  @EmailField({ description: description.email, optional: 'clearable' })
  email?: string | null;
}

export class ParticipantDto {
  @IdField({ description: 'Its id' })
  id!: string;

  @UuidField({ description: 'Whose it is' })
  tenant_id!: string;

  @IdField({ description: 'Where it takes part' })
  conversation_id!: string;

  @ChoiceField({
    description: 'SHARED and WORKFLOW are kept by the service',
    of: ['USER', 'CLIENT', 'SHARED', 'WORKFLOW'],
  })
  kind!: ParticipantKind;

  @TextField({ description: 'What the others see', max: limits.displayName })
  display_name!: string;

  @ChoiceField({ description: description.language, of: PREFERRED_LANGUAGES, optional: true })
  preferred_language?: string;

  @PhoneField({ description: description.phone, optional: true })
  phone_number?: string;

  @EmailField({ description: description.email, optional: true })
  email?: string;

  @UuidField({ description: 'Of a USER', optional: true })
  user_id?: string;

  @IntegerField({
    description: 'The last message seen; where users share a read status, the shared one',
    min: 0,
    max: limits.unlimited,
  })
  last_message_sequence_seen!: number;

  @IntegerField({ description: 'How many messages came after it', min: 0, max: limits.unlimited })
  unread_messages_count!: number;

  @TimestampField({ description: 'When the conversation was last open before them', optional: true })
  had_conversation_open_at?: string;

  @TimestampField({ description: 'When they last typed', optional: true })
  was_typing_at?: string;

  @TimestampField({ description: 'When they joined' })
  created_at!: string;

  @TimestampField({ description: 'When they last changed; reading and typing are none' })
  updated_at!: string;
}

export class ParticipantQueryDto extends PageQueryDto {}
export const ParticipantListDto = ListDto('participants', ParticipantDto);

/** What was sent of it. */
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

/** What is known of someone beside what the log says of them. */
export interface Standing {
  readonly seen: number;
  readonly unread: number;
  readonly typingAt?: Instant;
  readonly openAt?: Instant;
}

export function toParticipantDto(entry: RosterEntry, { seen, unread, typingAt, openAt }: Standing): ParticipantDto {
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
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
  };
}
