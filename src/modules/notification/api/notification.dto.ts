import { limits } from '../../../catalogue/limits/limits.js';
import {
  ChoiceField,
  ChoicesField,
  IdField,
  ObjectListField,
  TextField,
  TextListField,
  TimestampField,
  UuidField,
} from '../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../http/fields/paging.dto.js';
import { CHANNELS, type Channel } from '../domain/notification.effect.js';

export const NOTIFICATION_STATUSES = ['QUEUED', 'SENT', 'SUPPRESSED', 'FAILED', 'UNKNOWN'] as const;

export class NotifyParticipantsDto {
  @TextListField({
    description: 'Whom; every CLIENT if left out',
    min: 1,
    max: limits.participantsPerCall,
    optional: true,
  })
  participant_ids?: string[];

  @ChoicesField({ description: 'By which ways; both if left out', of: CHANNELS, most: CHANNELS.length, optional: true })
  channels?: Channel[];
}

export class NotificationDto {
  @UuidField({ description: 'Its id' })
  id!: string;

  @IdField({ description: 'Who is notified' })
  participant_id!: string;

  @ChoiceField({ description: 'By which way', of: CHANNELS })
  channel!: Channel;

  @ChoiceField({
    description: 'UNKNOWN: it may have been sent, and is not sent again',
    of: NOTIFICATION_STATUSES,
  })
  status!: (typeof NOTIFICATION_STATUSES)[number];

  @TextField({ description: 'Why it was not sent, or may not have been', max: 100, optional: true })
  reason?: string;

  @TimestampField({ description: 'When it was decided' })
  at!: string;

  @TimestampField({ description: 'When its status last changed' })
  updated_at!: string;

  @TextField({ description: 'The template it was written from', max: limits.sourceId, optional: true })
  template_name?: string;

  @TextField({ description: 'The language it was written in', max: 10, optional: true })
  language?: string;

  @TextField({ description: 'The run of the workflow that asked for it', max: 100, optional: true })
  run_id?: string;
}

export class NotifiedDto {
  @ObjectListField({ description: 'One of each person and way', of: NotificationDto, max: limits.unlimited })
  notifications!: NotificationDto[];
}

export class NotificationQueryDto extends PageQueryDto {}
export const NotificationListDto = ListDto('notifications', NotificationDto);
