import { limits } from '../../../../catalogue/limits/limits.js';
import { USER_ROLES, type UserRole } from '../../../../catalogue/permissions/roles.js';
import {
  BooleanField,
  ChoiceField,
  FreeObjectField,
  IdField,
  IntegerField,
  ObjectListField,
  PhoneField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { EmailField, NameField } from '../../../../http/fields/text-fields.js';
import type { ParticipantKind } from '../../../conversations/conversation/domain/membership.events.js';
import { MessageDto } from '../../../conversations/message/api/message.dto.js';
import { NotificationDto } from '../../../reach/notification/api/notification.dto.js';

const ROWS = { max: limits.unlimited };

class CursorQueryDto {
  @TextField({ description: '`next_cursor` of the previous page. Default: the first page.', max: 4096, optional: true })
  cursor?: string;
}

export class ParticipantExportQueryDto extends CursorQueryDto {
  @EmailField({
    description: 'E-mail address that the person has or had, regardless of case. Required without `phone_number`.',
    optional: true,
  })
  email?: string;

  @PhoneField({
    description: 'Phone number in E.164 that the person has or had. Required without `email`.',
    optional: true,
  })
  phone_number?: string;
}

export class UserExportQueryDto extends CursorQueryDto {}

export class FormerParticipantDto {
  @TextField({ description: 'Former name.', max: limits.displayName, optional: true })
  display_name?: string;

  @TextField({ description: 'Former language of notifications.', max: 10, optional: true })
  preferred_language?: string;

  @PhoneField({ description: 'Former phone number.', optional: true })
  phone_number?: string;

  @EmailField({ description: 'Former e-mail address.', optional: true })
  email?: string;

  @TimestampField({ description: 'Time at which these values were replaced.' })
  until!: string;
}

export class ExportedParticipantDto {
  @IdField({ description: 'Id of the participant.' })
  id!: string;

  @IdField({ description: 'Id of the conversation.' })
  conversation_id!: string;

  @ChoiceField({ description: 'Kind of the participant.', of: ['USER', 'CLIENT', 'SHARED', 'WORKFLOW'] })
  kind!: ParticipantKind;

  @TextField({ description: 'Name that the other participants see.', max: limits.displayName, optional: true })
  display_name?: string;

  @TextField({ description: 'Language of notifications.', max: 10, optional: true })
  preferred_language?: string;

  @PhoneField({ description: 'Phone number in E.164.', optional: true })
  phone_number?: string;

  @EmailField({ description: 'E-mail address.', optional: true })
  email?: string;

  @UuidField({ description: 'Id of the user. Present only for USER.', optional: true })
  user_id?: string;

  @ObjectListField({ description: 'Former values, oldest first.', of: FormerParticipantDto, ...ROWS })
  former!: FormerParticipantDto[];

  @TimestampField({ description: 'Time of joining.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;

  @TimestampField({ description: 'Time of removal. Absent while the participant takes part.', optional: true })
  removed_at?: string;
}

export class FormerUserDto {
  @EmailField({ description: 'Former e-mail address.', optional: true })
  email?: string;

  @EmailField({
    description: 'Former pending e-mail address, confirmed then or never.',
    optional: true,
  })
  pending_email?: string;

  @ChoiceField({ description: 'Former role.', of: USER_ROLES, optional: true })
  role?: UserRole;

  @NameField({ description: 'Former first name.', max: limits.name, optional: true })
  firstname?: string;

  @NameField({ description: 'Former last name.', max: limits.name, optional: true })
  lastname?: string;

  @TimestampField({ description: 'Time at which these values were replaced.' })
  until!: string;
}

export class ExportedUserDto {
  @UuidField({ description: 'Id of the user.' })
  id!: string;

  @EmailField({ description: 'E-mail address.', optional: true })
  email?: string;

  @EmailField({ description: 'New e-mail address that is not confirmed by its link yet.', optional: true })
  pending_email?: string;

  @ChoiceField({ description: 'Role of the user.', of: USER_ROLES, optional: true })
  role?: UserRole;

  @NameField({ description: 'First name.', max: limits.name, optional: true })
  firstname?: string;

  @NameField({ description: 'Last name.', max: limits.name, optional: true })
  lastname?: string;

  @ObjectListField({ description: 'Former values, oldest first.', of: FormerUserDto, ...ROWS })
  former!: FormerUserDto[];

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;

  @TimestampField({ description: 'Time of deletion. Absent while the user exists.', optional: true })
  deleted_at?: string;
}

export class ReadMarkDto {
  @IdField({ description: 'Id of the conversation.' })
  conversation_id!: string;

  @IdField({ description: 'Id of the participant.' })
  participant_id!: string;

  @IntegerField({ description: 'Sequence of the last message seen.', min: 0, max: Number.MAX_SAFE_INTEGER })
  last_message_sequence_seen!: number;

  @TimestampField({ description: 'Time at which the participant last had the conversation open.', optional: true })
  had_conversation_open_at?: string;

  @TimestampField({ description: 'Time at which the participant last typed.', optional: true })
  was_typing_at?: string;
}

export class ExportedDataDto {
  @IdField({ description: 'Id of the conversation.' })
  conversation_id!: string;

  @FreeObjectField({ description: 'Data of the conversation.' })
  conversation_data!: object;
}

export class PersonExportDto {
  @ObjectListField({
    description: 'Users that represent or represented the person. On the first page.',
    of: ExportedUserDto,
    ...ROWS,
  })
  users!: ExportedUserDto[];

  @ObjectListField({
    description: 'Participants that represent or represented the person, including removed ones.',
    of: ExportedParticipantDto,
    ...ROWS,
  })
  participants!: ExportedParticipantDto[];

  @ObjectListField({ description: 'Messages from the person.', of: MessageDto, ...ROWS })
  messages!: MessageDto[];

  @ObjectListField({ description: 'Notifications to the person of the last 90 days.', of: NotificationDto, ...ROWS })
  notifications!: NotificationDto[];

  @ObjectListField({ description: 'How far the person has read in each conversation.', of: ReadMarkDto, ...ROWS })
  read_marks!: ReadMarkDto[];

  @ObjectListField({
    description: 'Data of conversations in which the person was always the only CLIENT.',
    of: ExportedDataDto,
    ...ROWS,
  })
  conversation_data!: ExportedDataDto[];

  @BooleanField({ description: 'True if more data follows this page.' })
  has_more!: boolean;

  @TextField({ description: 'Cursor of the next page. Absent on the last page.', max: 4096, optional: true })
  next_cursor?: string;
}
