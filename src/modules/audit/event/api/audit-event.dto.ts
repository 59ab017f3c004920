import { AUDIT_EVENT_TYPES, SUBJECT_KINDS } from '../../../../catalogue/audit/subjects.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import {
  BooleanField,
  ChoiceField,
  ChoicesField,
  FreeObjectField,
  IdField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { ACTOR_KINDS } from '../../../../kernel/caller.js';

const TRACE_ID = /^[0-9a-f]{32}$/;
const REQUEST_ID = /^[\w.-]+$/;
const MOST_SCHEMA = 1_000;

/** Filters of events. Those that are left out do not filter. */
export class AuditFiltersDto {
  @ChoiceField({ description: 'Kind of the subject of the events.', of: SUBJECT_KINDS, optional: true })
  subject_kind?: (typeof SUBJECT_KINDS)[number];

  @TextField({ description: 'Id of the subject of the events.', max: limits.auditSubjectId, optional: true })
  subject_id?: string;

  @IdField({
    description: 'Conversation of the events: its own, and those of its messages and participants.',
    optional: true,
  })
  conversation_id?: string;

  @ChoicesField({ description: 'Types of the events.', of: AUDIT_EVENT_TYPES, optional: true })
  type?: string[];

  @TextField({
    description: 'Actor of the events: its id, or its kind and id as `USER:…`. `SERVICE` finds events of the service.',
    max: limits.auditSubjectId,
    optional: true,
  })
  actor?: string;

  @TextField({
    description: '`X-Request-Id` of the response to the call that caused the events.',
    max: 100,
    pattern: REQUEST_ID,
    optional: true,
  })
  request_id?: string;

  @UuidField({ description: 'Id of the event that caused the events.', optional: true })
  caused_by?: string;

  @TextField({ description: 'Position or RFC 3339 time; later events match.', max: 40, optional: true })
  after?: string;

  @TextField({ description: 'Position or RFC 3339 time; earlier events match.', max: 40, optional: true })
  before?: string;
}

export class AuditEventQueryDto extends AuditFiltersDto {
  @ChoiceField({ description: 'Order by position. Default: DESC.', of: ['ASC', 'DESC'], optional: true })
  order?: 'ASC' | 'DESC';

  @IntegerField({
    description: `Maximum number of events. Default: ${limits.auditEventsDefault} in JSON, all in other formats.`,
    min: 1,
    max: limits.listMax,
    optional: true,
  })
  limit?: number;

  @TextField({
    description: '`next_cursor` of the previous page, with the same filters and order. Default: the first page.',
    max: 4096,
    optional: true,
  })
  cursor?: string;
}

export class AuditSubjectDto {
  @ChoiceField({ description: 'Kind of the subject of the event.', of: SUBJECT_KINDS })
  kind!: string;

  @TextField({ description: 'Id of the subject of the event.', max: limits.auditSubjectId })
  id!: string;

  @IdField({ description: 'Conversation that it belongs to.', optional: true })
  conversation_id?: string;
}

export class AuditActorDto {
  @ChoiceField({
    description: 'SERVICE: the service itself or its operator. CLIENT: a client participant.',
    of: ACTOR_KINDS,
  })
  kind!: string;

  @TextField({ description: 'Id of the user, participant, API key or workflow.', max: 300, optional: true })
  id?: string;

  @TextField({
    description: 'Name at the time of the response. Absent where the actor has none, or is deleted or erased.',
    max: 1000,
    optional: true,
  })
  name?: string;
}

export class AuditEventDto {
  @UuidField({ description: 'Id of the event, as in webhooks, in frames and in the event feed.' })
  id!: string;

  @ChoiceField({ description: 'Type of the event.', of: AUDIT_EVENT_TYPES })
  type!: string;

  @IntegerField({
    description: 'Schema version of `data`. Absent where the stored event cannot be read.',
    min: 1,
    max: MOST_SCHEMA,
    optional: true,
  })
  schema?: number;

  @TextField({ description: 'Position of the event.', max: 20 })
  position!: string;

  @TimestampField({ description: 'Time of the event.' })
  at!: string;

  @ObjectField({ description: 'Subject of the event.', of: AuditSubjectDto })
  subject!: AuditSubjectDto;

  @IntegerField({
    description:
      'Number of the event in its stream. A conversation, its messages and its participants have one stream.',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  })
  version!: number;

  @ObjectField({ description: 'Actor that caused the event.', of: AuditActorDto })
  actor!: AuditActorDto;

  @TextField({
    description: '`X-Request-Id` of the response to the call. Absent if no call caused the event, or if it is erased.',
    max: 100,
    optional: true,
  })
  request_id?: string;

  @TextField({
    description: 'Trace of W3C Trace Context in which the event was made. Absent if none is known, or if it is erased.',
    max: 32,
    pattern: TRACE_ID,
    optional: true,
  })
  trace_id?: string;

  @TextField({ description: 'Id of the command. A call sends one or more.', max: 100, optional: true })
  command_id?: string;

  @TextField({ description: 'Id of the event that caused this event.', max: 100, optional: true })
  caused_by?: string;

  @TextField({ description: 'Id of the first event of the chain of causes.', max: 100, optional: true })
  root?: string;

  @FreeObjectField({
    description:
      'Data of the event as stored, with `[secret]` in place of secrets. A large conversation_data is its digest and size. Absent where the stored event cannot be read.',
    optional: true,
  })
  data?: object;

  @BooleanField({ description: 'True if the personal fields of `data` are erased.', optional: true })
  erased?: boolean;
}

export class AuditEventListDto {
  @ObjectListField({ description: 'Events of the page.', of: AuditEventDto, max: limits.listMax })
  events!: AuditEventDto[];

  @BooleanField({ description: 'True if more events may follow. A page of rare events can end early, even empty.' })
  has_more!: boolean;

  @IntegerField({ description: 'Maximum number of events of the page.', min: 1, max: limits.listMax })
  limit!: number;

  @TextField({ description: 'Cursor of the next page. Absent on the last page.', max: 4096, optional: true })
  next_cursor?: string;
}
