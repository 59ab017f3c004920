import { limits } from '../../../../catalogue/limits/limits.js';
import { ChoiceField, IdField, IntegerField, TimestampField, UuidField } from '../../../../http/fields/fields.js';
import { PARTICIPANT_KINDS, type ParticipantKind } from '../../conversation/domain/membership.events.js';
import { CreateParticipantDto } from './participant.dto.js';

const READ_ONLY = 'Read-only: accepted in the form of a GET response, and ignored.';

/** A participant in the PUT of a conversation: one to add, or one of the conversation as a GET returned it. */
export class ListedParticipantDto extends CreateParticipantDto<ParticipantKind> {
  @ChoiceField({
    description:
      'Kind of the participant. It never changes. SHARED and WORKFLOW are allowed only for the participant that the conversation has; it stays as it is.',
    of: PARTICIPANT_KINDS.filter((kind) => kind !== 'NONE'),
  })
  override kind!: ParticipantKind;

  @UuidField({ description: 'Id of the tenant of the conversation.', optional: true })
  tenant_id?: string;

  @IdField({ description: 'Id of the conversation. If present, it must equal the id in the path.', optional: true })
  conversation_id?: string;

  @IntegerField({ description: READ_ONLY, min: 0, max: limits.unlimited, optional: true })
  last_message_sequence_seen?: number;

  @IntegerField({ description: READ_ONLY, min: 0, max: limits.unlimited, optional: true })
  unread_messages_count?: number;

  @TimestampField({ description: READ_ONLY, optional: true })
  had_conversation_open_at?: string;

  @TimestampField({ description: READ_ONLY, optional: true })
  was_typing_at?: string;

  @TimestampField({ description: READ_ONLY, optional: true })
  created_at?: string;

  @TimestampField({ description: READ_ONLY, optional: true })
  updated_at?: string;
}
