import { limits } from '../catalogue/limits/limits.js';
import { WEBHOOK_TYPES } from '../catalogue/webhook-types.js';
import {
  BooleanField,
  ChoiceField,
  FreeObjectField,
  IntegerField,
  ObjectListField,
  TextField,
  TimestampField,
  UuidField,
} from '../http/fields/fields.js';

export class EventQueryDto {
  @TextField({
    description: 'The position of the last event seen; left out, from the beginning',
    max: 20,
    optional: true,
  })
  after?: string;

  @IntegerField({ description: 'How many', min: 1, max: limits.listMax, optional: true })
  limit?: number;
}

export class EventDto {
  @UuidField({ description: 'The event, as in the header webhook-id and in socket frames' })
  id!: string;

  @ChoiceField({ description: 'The webhook type', of: WEBHOOK_TYPES })
  type!: string;

  @TimestampField({ description: 'When it happened' })
  timestamp!: string;

  @TextField({ description: 'Where it stands in the log; give it back as after', max: 20 })
  position!: string;

  @FreeObjectField({ description: 'The resource as it was then: conversation, message, participant or read status' })
  data!: object;
}

export class EventFeedDto {
  @ObjectListField({ description: 'Oldest first', of: EventDto, max: limits.listMax })
  events!: EventDto[];

  @BooleanField({ description: 'Whether there is more behind the last one' })
  has_more!: boolean;
}
