import { limits } from '../../catalogue/limits/limits.js';
import { DELIVERY_STATUSES, type SentType } from '../../catalogue/webhook-types.js';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  ObjectListField,
  TextField,
  TimestampField,
  UuidField,
} from '../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../http/fields/paging.dto.js';
import {
  ATTEMPT_ERRORS,
  type Attempt,
  type AttemptError,
  type Delivery,
  type DeliveryStatus,
  SENT_TYPES,
} from '../plan/delivery.js';

export class WebhookAttemptDto {
  @TimestampField({ description: 'Time of the attempt.' })
  at!: string;

  @IntegerField({
    description: 'HTTP status of the response. Absent without a response.',
    min: 0,
    max: 999,
    optional: true,
  })
  status_code?: number;

  @IntegerField({ description: 'Duration of the attempt in milliseconds.', min: 0, max: limits.unlimited })
  duration_ms!: number;

  @ChoiceField({
    description: 'Failure of the attempt. `status` is a response other than 2xx. Absent after a success.',
    of: ATTEMPT_ERRORS,
    optional: true,
  })
  error?: AttemptError;
}

export class WebhookDeliveryDto {
  @TextField({ description: 'Id of the delivery.', max: 100 })
  id!: string;

  @UuidField({ description: 'Id of the event, as in the header `webhook-id`.' })
  webhook_id!: string;

  @ChoiceField({ description: 'Webhook type.', of: SENT_TYPES })
  type!: string;

  @IdField({ description: 'Id of the conversation. Absent for a test.', optional: true })
  conversation_id?: string;

  @ChoiceField({ description: 'Status of the delivery.', of: DELIVERY_STATUSES })
  status!: DeliveryStatus;

  @ObjectListField({ description: 'Attempts, oldest first.', of: WebhookAttemptDto, max: limits.unlimited })
  attempts!: WebhookAttemptDto[];

  @TimestampField({ description: 'Time of the next attempt. Present only for PENDING.', optional: true })
  next_attempt_at?: string;

  @TimestampField({ description: 'Time at which the delivery was planned.' })
  created_at!: string;
}

export class WebhookDeliveryQueryDto extends PageQueryDto {
  @ChoiceField({ description: 'Lists only deliveries with this status.', of: DELIVERY_STATUSES, optional: true })
  status?: DeliveryStatus;

  @ChoiceField({ description: 'Lists only deliveries of this webhook type.', of: SENT_TYPES, optional: true })
  type?: SentType;

  @TimestampField({ description: 'Lists only deliveries created after this time, exclusive.', optional: true })
  after?: string;

  @TimestampField({ description: 'Lists only deliveries created before this time, exclusive.', optional: true })
  before?: string;
}

export const WebhookDeliveryListDto = ListDto('deliveries', WebhookDeliveryDto);

const RETRIED = ['FAILED'] as const;

export class RetryManyDto {
  @ChoiceField({ description: 'Status of the deliveries that are sent again.', of: RETRIED })
  status!: (typeof RETRIED)[number];

  @ChoiceField({ description: 'Only deliveries of this webhook type. Default: all.', of: SENT_TYPES, optional: true })
  type?: SentType;

  @TimestampField({ description: 'Only deliveries created after this time, exclusive.', optional: true })
  after?: string;

  @TimestampField({ description: 'Only deliveries created before this time, exclusive.', optional: true })
  before?: string;
}

export class RetriedManyDto {
  @IntegerField({
    description: 'Number of deliveries queued again, at most 1000 in a call.',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  deliveries!: number;

  @BooleanField({ description: 'True if more deliveries may match. Repeat the call.' })
  has_more!: boolean;
}

export class WebhookTestDto {
  @TextField({ description: 'Id of the test delivery, as in `GET /webhooks/deliveries`.', max: 100 })
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
