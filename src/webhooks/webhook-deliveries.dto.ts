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
} from '../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../http/fields/paging.dto.js';
import { limits } from '../catalogue/limits/limits.js';
import { TEST_TYPE, WEBHOOK_TYPES } from '../catalogue/webhook-types.js';
import { type Attempt, DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from './delivery.js';

const SENT_TYPES = [...WEBHOOK_TYPES, TEST_TYPE] as const;

export class WebhookAttemptDto {
  @TimestampField({ about: 'When it was sent' })
  at!: string;

  @IntegerField({ about: 'What was answered, if anything was', min: 0, max: 999, optional: true })
  status_code?: number;

  @IntegerField({ about: 'How long it took', min: 0, max: limits.unlimited })
  duration_ms!: number;

  @TextField({ about: '`timeout`, `unreachable` or `redirect_refused`', max: 100, optional: true })
  error?: string;
}

export class WebhookDeliveryDto {
  @TextField({ about: 'Its id', max: 100 })
  id!: string;

  @UuidField({ about: 'The event, as in the header webhook-id' })
  webhook_id!: string;

  @ChoiceField({ about: 'What is told', of: SENT_TYPES })
  type!: string;

  @IdField({ about: 'Of which conversation; a test has none', optional: true })
  conversation_id?: string;

  @ChoiceField({ about: 'What came of it', of: DELIVERY_STATUSES })
  status!: DeliveryStatus;

  @ObjectListField({ about: 'Every time it was sent', of: WebhookAttemptDto, max: limits.unlimited })
  attempts!: WebhookAttemptDto[];

  @TimestampField({ about: 'When it is sent again', optional: true })
  next_attempt_at?: string;

  @TimestampField({ about: 'When it came to be owed' })
  created_at!: string;
}

export class WebhookDeliveryQueryDto extends PageQueryDto {
  @ChoiceField({ about: 'Only of this status', of: DELIVERY_STATUSES, optional: true })
  status?: DeliveryStatus;

  @ChoiceField({ about: 'Only of this type', of: SENT_TYPES, optional: true })
  type?: (typeof SENT_TYPES)[number];

  @TimestampField({ about: 'Created after', optional: true })
  after?: string;

  @TimestampField({ about: 'Created before', optional: true })
  before?: string;
}

export const WebhookDeliveryListDto = ListDto('deliveries', WebhookDeliveryDto);

const about = {
  time: 'of what happened, inclusive; both or neither',
  position: 'of the log, inclusive; both or neither, and instead of times',
};

export class ReplayDto {
  @TimestampField({ about: `First moment ${about.time}`, optional: true })
  from?: string;

  @TimestampField({ about: `Last moment ${about.time}`, optional: true })
  to?: string;

  @TextField({ about: `First position ${about.position}`, max: 20, optional: true })
  from_position?: string;

  @TextField({ about: `Last position ${about.position}`, max: 20, optional: true })
  to_position?: string;
}

export class ReplayedDto {
  @IntegerField({ about: 'How many are sent', min: 0, max: Number.MAX_SAFE_INTEGER })
  deliveries!: number;
}

export class EventQueryDto {
  @TextField({ about: 'The position of the last event seen; left out, from the beginning', max: 20, optional: true })
  after?: string;

  @IntegerField({ about: 'How many', min: 1, max: limits.listMax, optional: true })
  limit?: number;
}

export class EventDto {
  @UuidField({ about: 'The event, as in the header webhook-id and in socket frames' })
  id!: string;

  @ChoiceField({ about: 'The webhook type', of: WEBHOOK_TYPES })
  type!: string;

  @TimestampField({ about: 'When it happened' })
  timestamp!: string;

  @TextField({ about: 'Where it stands in the log; give it back as after', max: 20 })
  position!: string;

  @FreeObjectField({ about: 'The resource as it was then: conversation, message, participant or read status' })
  data!: object;
}

export class EventFeedDto {
  @ObjectListField({ about: 'Oldest first', of: EventDto, max: limits.listMax })
  events!: EventDto[];

  @BooleanField({ about: 'Whether there is more behind the last one' })
  has_more!: boolean;
}

const toAttempt = ({ at, statusCode, durationMs, error }: Attempt): WebhookAttemptDto => ({
  at,
  ...(statusCode === undefined ? {} : { status_code: statusCode }),
  duration_ms: durationMs,
  ...(error === undefined ? {} : { error }),
});

export function toDeliveryDto(id: string, delivery: Delivery): WebhookDeliveryDto {
  const { webhookId, type, conversationId, status, attempts, nextAttemptAt, createdAt } = delivery;
  return {
    id,
    webhook_id: webhookId,
    type,
    ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
    status,
    attempts: attempts.map(toAttempt),
    ...(nextAttemptAt === undefined ? {} : { next_attempt_at: nextAttemptAt }),
    created_at: createdAt,
  };
}
