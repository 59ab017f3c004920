import { limits } from '../../../catalogue/limits/limits.js';
import { ChoiceField, IdField, IntegerField, TextField } from '../../../http/fields/fields.js';

const ACTIVITIES = ['MESSAGE_SEEN', 'IS_TYPING', 'HAS_CONVERSATION_OPEN'] as const;

export class ActivityDto {
  @ChoiceField({ description: 'What the participant does', of: ACTIVITIES })
  activity!: (typeof ACTIVITIES)[number];

  @IntegerField({
    description: 'For MESSAGE_SEEN: the sequence of the last message seen; never goes back',
    min: 0,
    max: limits.unlimited,
    optional: true,
  })
  last_message_sequence_seen?: number;

  @IdField({
    description: 'For IS_TYPING: the source_id of the message being typed',
    max: limits.sourceId,
    optional: true,
  })
  source_id?: string;
}

export class ClientUrlDto {
  @TextField({
    description: 'Opens the conversation as this client, for 7 days; keep it as you keep a password',
    max: 2_000,
  })
  url!: string;
}
