import { ApiExtraModels } from '@nestjs/swagger';
import { limits } from '../../catalogue/limits/limits.js';
import { WEBHOOK_TYPES } from '../../catalogue/webhook-types.js';
import {
  BooleanField,
  ChoiceField,
  FreeObjectField,
  IdField,
  IntegerField,
  ObjectListField,
  TextField,
  TimestampField,
  UuidField,
} from '../../http/fields/fields.js';

export class EventQueryDto {
  @TextField({
    description:
      'Position to continue from, exclusive: `next` of the last response. Default: the beginning of the log.',
    max: 20,
    optional: true,
  })
  after?: string;

  @IntegerField({
    description: `Maximum number of events. Default: ${limits.eventsDefault}.`,
    min: 1,
    max: limits.listMax,
    optional: true,
  })
  limit?: number;
}

/** Read status that all users of a conversation share, or that of one participant. */
export class ConversationReadStatusDto {
  @IntegerField({ description: 'Sequence of the last message seen.', min: 0, max: limits.unlimited })
  last_message_seen!: number;

  @IntegerField({ description: 'Number of messages after the last message seen.', min: 0, max: limits.unlimited })
  unread_message_count!: number;

  @IdField({ description: 'Id of the conversation.' })
  conversation_id!: string;

  @IdField({ description: 'Id of the participant with this read status.', optional: true })
  participant_id?: string;
}

@ApiExtraModels(ConversationReadStatusDto)
export class EventDto {
  @UuidField({ description: 'Id of the event, as in the header `webhook-id` and in socket frames.' })
  id!: string;

  @ChoiceField({ description: 'Webhook type.', of: WEBHOOK_TYPES })
  type!: string;

  @TimestampField({ description: 'Time of the event.' })
  timestamp!: string;

  @TextField({ description: 'Position of the event. Send it as `after` to read on.', max: 20 })
  position!: string;

  @FreeObjectField({ description: 'Conversation, message, participant or read status as it was at the event.' })
  data!: object;
}

export class EventFeedDto {
  @ObjectListField({ description: 'Events, oldest first.', of: EventDto, max: limits.listMax })
  events!: EventDto[];

  @BooleanField({ description: 'True if more events follow.' })
  has_more!: boolean;

  @TextField({
    description: 'Position to continue from. Send it as `after`. Present also when no event was found.',
    max: 20,
  })
  next!: string;
}
