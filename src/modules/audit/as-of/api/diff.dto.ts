import { SHOWN_KINDS, type ShownKind } from '../../../../catalogue/audit/subjects.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { AnyField } from '../../../../http/fields/any-field.js';
import {
  ChoiceField,
  FreeObjectField,
  IdField,
  ObjectListField,
  TextField,
  UuidField,
} from '../../../../http/fields/fields.js';

const MOMENT = 'Position or RFC 3339 time, inclusive.';

export class DiffQueryDto {
  @ChoiceField({ description: 'Kind of the subject.', of: SHOWN_KINDS, example: 'CONVERSATION' })
  subject_kind!: ShownKind;

  @TextField({
    description: 'Id of the subject, as `subject.id` of its events.',
    max: limits.auditSubjectId,
    example: 'case-4711',
  })
  subject_id!: string;

  @IdField({
    description: 'Conversation of the subject. Required for PARTICIPANT.',
    optional: true,
  })
  conversation_id?: string;

  @TextField({ description: MOMENT, max: 40, example: '2026-11-22T00:00:00Z' })
  from!: string;

  @TextField({ description: `${MOMENT} Default: now.`, max: 40, optional: true })
  to?: string;
}

export class DiffChangeDto {
  @ChoiceField({ description: 'Kind of the change.', of: ['add', 'remove', 'replace'] })
  op!: 'add' | 'remove' | 'replace';

  @TextField({
    description: 'Path of the value (RFC 6901). Empty: the subject itself.',
    min: 0,
    max: limits.unlimited,
  })
  path!: string;

  @AnyField({ description: 'Value at `from`. Absent for `add`.' })
  before?: unknown;

  @AnyField({ description: 'Value at `to`. Absent for `remove`.' })
  after?: unknown;

  @UuidField({ description: 'Id of the last event that made the change.', optional: true })
  event_id?: string;
}

export class DiffDto {
  @TextField({ description: 'Position of the first point in time.', max: 40 })
  from!: string;

  @TextField({ description: 'Position of the second point in time.', max: 40 })
  to!: string;

  @FreeObjectField({
    description: 'The subject at `from`, as its GET returns it with all stored fields. Absent if it did not exist.',
    optional: true,
  })
  before?: object;

  @FreeObjectField({ description: 'The subject at `to`. Absent if it did not exist.', optional: true })
  after?: object;

  @ObjectListField({
    description: 'Differences, in the order of the fields.',
    of: DiffChangeDto,
    max: limits.unlimited,
  })
  changes!: DiffChangeDto[];
}
