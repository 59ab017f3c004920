import { limits } from '../../../../catalogue/limits/limits.js';
import { type PublicationType, socketTypes } from '../../../../catalogue/socket-types.js';
import { DELIVERY_STATUSES } from '../../../../catalogue/webhook-types.js';
import {
  BooleanField,
  ChoiceField,
  ChoicesField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
  TimestampField,
} from '../../../../http/fields/fields.js';
import { TracedRunDto } from '../../../automation/workflow/api/workflow-run.dto.js';
import { TracedNotificationDto } from '../../../reach/notification/api/notification.dto.js';
import { AuditActorDto, AuditEventDto } from '../../event/api/audit-event.dto.js';

const FRAME_TYPES = Object.keys(socketTypes.publications) as PublicationType[];

export class TraceQueryDto {
  @TextField({ description: '`next_cursor` of the previous page. Default: the first page.', max: 4096, optional: true })
  cursor?: string;
}

export class TracedAttemptDto {
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

  @TextField({
    description: 'Failure of the attempt, as in the list of deliveries. Absent after a success.',
    max: 100,
    optional: true,
  })
  error?: string;
}

export class TracedWebhookDto {
  @TextField({ description: 'Id of the delivery.', max: 100 })
  delivery_id!: string;

  @ChoiceField({ description: 'Status of the delivery.', of: DELIVERY_STATUSES })
  status!: (typeof DELIVERY_STATUSES)[number];

  @ObjectListField({ description: 'Attempts, oldest first.', of: TracedAttemptDto, max: limits.unlimited })
  attempts!: TracedAttemptDto[];
}

export class TracedEventDto {
  @ObjectField({ description: 'The event.', of: AuditEventDto })
  event!: AuditEventDto;

  @ChoicesField({ description: 'Types of the frames that the event causes.', of: FRAME_TYPES })
  frames!: PublicationType[];

  @ObjectListField({
    description: 'Webhook delivery of the event, unless it is no longer kept.',
    of: TracedWebhookDto,
    max: limits.unlimited,
  })
  webhooks!: TracedWebhookDto[];

  @ObjectListField({
    description: 'Notifications that the event requests.',
    of: TracedNotificationDto,
    max: limits.unlimited,
  })
  notifications!: TracedNotificationDto[];

  @ObjectListField({
    description: 'Workflow runs that the event triggered.',
    of: TracedRunDto,
    max: limits.unlimited,
  })
  runs!: TracedRunDto[];

  @ObjectListField({
    description: 'Events that the event caused, as far as they are on the page.',
    of: TracedEventDto,
    max: limits.traceNodes,
  })
  children!: TracedEventDto[];
}

export class TracedRequestDto {
  @TextField({ description: 'Id of the request, as its response had it in `X-Request-Id`.', max: 100 })
  id!: string;

  @ObjectField({ description: 'Caller of the request.', of: AuditActorDto })
  actor!: AuditActorDto;

  @TimestampField({ description: 'Time of its first event.' })
  at!: string;
}

export class TraceDto {
  @ObjectField({
    description:
      'Request at the root. Absent if the service started on its own, or if the id of the request is erased.',
    of: TracedRequestDto,
    optional: true,
  })
  request?: TracedRequestDto;

  @ObjectListField({
    description:
      'Root events, each with the events that it caused. A later page also has events with a `caused_by` on an earlier page.',
    of: TracedEventDto,
    max: limits.traceNodes,
  })
  events!: TracedEventDto[];

  @BooleanField({ description: 'True if more events follow this page.' })
  has_more!: boolean;

  @TextField({ description: '`cursor` of the next page. Absent on the last page.', max: 4096, optional: true })
  next_cursor?: string;
}
