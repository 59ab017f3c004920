import { limits } from '../../../../catalogue/limits/limits.js';
import { suppressedReasons } from '../../../../catalogue/notifications/suppressed-reasons.js';
import {
  ChoiceField,
  ChoicesField,
  IdField,
  ObjectListField,
  TextField,
  TextListField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import { CHANNELS, type Channel } from '../domain/notification.effect.js';

const NOTIFICATION_STATUSES = ['QUEUED', 'SENT', 'SUPPRESSED', 'FAILED', 'UNKNOWN'] as const;

const REASONS = Object.keys(suppressedReasons)
  .map((each) => `\`${each}\``)
  .join(', ');

export class NotifyParticipantsDto {
  @TextListField({
    description: 'Ids of the participants. Default: every participant of kind CLIENT.',
    min: 1,
    max: limits.participantsPerCall,
    optional: true,
  })
  participant_ids?: string[];

  @ChoicesField({
    description: 'Channels to use. Default: all channels.',
    of: CHANNELS,
    most: CHANNELS.length,
    optional: true,
  })
  channels?: Channel[];
}

export class NotificationDto {
  @UuidField({ description: 'Id of the notification.' })
  id!: string;

  @IdField({ description: 'Id of the conversation.' })
  conversation_id!: string;

  @IdField({ description: 'Id of the notified participant.' })
  participant_id!: string;

  @ChoiceField({ description: 'Channel of the notification.', of: CHANNELS })
  channel!: Channel;

  @ChoiceField({
    description: 'Status. UNKNOWN means that it may have been sent; it is not sent again.',
    of: NOTIFICATION_STATUSES,
  })
  status!: (typeof NOTIFICATION_STATUSES)[number];

  @TextField({
    description: `Reason for the statuses SUPPRESSED, FAILED and UNKNOWN: a code such as \`smtp_550\` or \`twilio_unreachable\`. \`mail_quota\`: the tenant used up its e-mails of the day. \`owner_unproven\`: no owner of the tenant has confirmed their e-mail address. Of SUPPRESSED: ${REASONS}.`,
    max: 100,
    optional: true,
  })
  reason?: string;

  @TimestampField({ description: 'Time of the decision to notify.' })
  at!: string;

  @TimestampField({ description: 'Time of the last change of the status.' })
  updated_at!: string;

  @TextField({
    description: 'Name of the message template that produced the text.',
    max: limits.sourceId,
    optional: true,
  })
  template_name?: string;

  @TextField({ description: 'Language of the text.', max: 10, optional: true })
  language?: string;

  @TextField({ description: 'Id of the workflow run that requested the notification.', max: 100, optional: true })
  run_id?: string;

  @UuidField({ description: 'Id of the notification that this one replaces.', optional: true })
  resend_of?: string;
}

export class TracedNotificationDto {
  @UuidField({ description: 'Id of the notification.' })
  id!: string;

  @ChoiceField({ description: 'Channel of the notification.', of: CHANNELS })
  channel!: Channel;

  @ChoiceField({
    description: 'Status. Absent once the outcome is no longer kept.',
    of: NOTIFICATION_STATUSES,
    optional: true,
  })
  status?: NotificationDto['status'];
}

export class NotifiedDto {
  @ObjectListField({
    description: 'Notifications, one for each participant and channel.',
    of: NotificationDto,
    max: limits.unlimited,
  })
  notifications!: NotificationDto[];
}

export class NotificationQueryDto extends PageQueryDto {}

export class TenantNotificationQueryDto extends PageQueryDto {
  @ChoiceField({ description: 'Lists only notifications with this status.', of: NOTIFICATION_STATUSES, optional: true })
  status?: NotificationDto['status'];

  @ChoiceField({ description: 'Lists only notifications of this channel.', of: CHANNELS, optional: true })
  channel?: Channel;

  @TimestampField({ description: 'Lists only notifications decided after this time, exclusive.', optional: true })
  after?: string;

  @TimestampField({ description: 'Lists only notifications decided before this time, exclusive.', optional: true })
  before?: string;
}

export const NotificationListDto = ListDto('notifications', NotificationDto);
