import { limits } from '../../../../catalogue/limits/limits.js';
import { ChoiceField, IdField, IntegerField, TextField } from '../../../../http/fields/fields.js';

const ACTIVITIES = ['MESSAGE_SEEN', 'IS_TYPING', 'HAS_CONVERSATION_OPEN'] as const;

export class ActivityDto {
  @ChoiceField({ description: 'Activity of the participant.', of: ACTIVITIES })
  activity!: (typeof ACTIVITIES)[number];

  @IntegerField({
    description:
      'Sequence of the last message seen. Required for MESSAGE_SEEN. A lower value than before changes nothing.',
    min: 0,
    max: limits.unlimited,
    optional: true,
  })
  last_message_sequence_seen?: number;

  @IdField({
    description: '`source_id` of the message that the participant is typing. Required for IS_TYPING.',
    max: limits.sourceId,
    optional: true,
  })
  source_id?: string;
}

export class ClientUrlDto {
  @TextField({
    description: 'URL that signs in the client for 7 days. Treat it like a password.',
    max: 2_000,
  })
  url!: string;
}

export class ConversationSeenDto {
  @IntegerField({
    description: 'Sequence of the last message seen. A lower value than before changes nothing.',
    min: 0,
    max: limits.unlimited,
    example: 12,
  })
  last_message_sequence_seen!: number;
}
