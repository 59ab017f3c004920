import { limits } from '../catalogue/limits/limits.js';
import { TEST_TYPE, WEBHOOK_TYPES } from '../catalogue/webhook-types.js';
import {
  ChoiceField,
  IdField,
  IntegerField,
  ObjectListField,
  TextField,
  TimestampField,
  UuidField,
} from '../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../http/fields/paging.dto.js';
import { type Attempt, DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from './delivery.js';

const SENT_TYPES = [...WEBHOOK_TYPES, TEST_TYPE] as const;

export class WebhookAttemptDto {
  @TimestampField({ description: 'When it was sent' })
  at!: string;

  @IntegerField({ description: 'What was answered, if anything was', min: 0, max: 999, optional: true })
  status_code?: number;

  @IntegerField({ description: 'How long it took', min: 0, max: limits.unlimited })
  duration_ms!: number;

  @TextField({ description: '`timeout`, `unreachable` or `redirect_refused`', max: 100, optional: true })
  error?: string;
}

export class WebhookDeliveryDto {
  @TextField({ description: 'Its id', max: 100 })
  id!: string;

  @UuidField({ description: 'The event, as in the header webhook-id' })
  webhook_id!: string;

  @ChoiceField({ description: 'What is told', of: SENT_TYPES })
  type!: string;

  @IdField({ description: 'Of which conversation; a test has none', optional: true })
  conversation_id?: string;

  @ChoiceField({ description: 'What came of it', of: DELIVERY_STATUSES })
  status!: DeliveryStatus;

  @ObjectListField({ description: 'Every time it was sent', of: WebhookAttemptDto, max: limits.unlimited })
  attempts!: WebhookAttemptDto[];

  @TimestampField({ description: 'When it is sent again', optional: true })
  next_attempt_at?: string;

  @TimestampField({ description: 'When it came to be owed' })
  created_at!: string;
}

export class WebhookDeliveryQueryDto extends PageQueryDto {
  @ChoiceField({ description: 'Only of this status', of: DELIVERY_STATUSES, optional: true })
  status?: DeliveryStatus;

  @ChoiceField({ description: 'Only of this type', of: SENT_TYPES, optional: true })
  type?: (typeof SENT_TYPES)[number];

  @TimestampField({ description: 'Created after', optional: true })
  after?: string;

  @TimestampField({ description: 'Created before', optional: true })
  before?: string;
}

export const WebhookDeliveryListDto = ListDto('deliveries', WebhookDeliveryDto);

const description = {
  time: 'of what happened, inclusive; both or neither',
  position: 'of the log, inclusive; both or neither, and instead of times',
};

export class ReplayDto {
  @TimestampField({ description: `First moment ${description.time}`, optional: true })
  from?: string;

  @TimestampField({ description: `Last moment ${description.time}`, optional: true })
  to?: string;

  @TextField({ description: `First position ${description.position}`, max: 20, optional: true })
  from_position?: string;

  @TextField({ description: `Last position ${description.position}`, max: 20, optional: true })
  to_position?: string;
}

export class ReplayedDto {
  @IntegerField({ description: 'How many are sent', min: 0, max: Number.MAX_SAFE_INTEGER })
  deliveries!: number;
}

export class WebhookTestDto {
  @TextField({ description: 'The delivery to be found under /webhooks/deliveries', max: 100 })
  delivery_id!: string;
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
