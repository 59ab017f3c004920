import { limits } from '../../../../catalogue/limits/limits.js';
import { BooleanField, TextField, TimestampField } from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';

export class SessionDto {
  @TextField({ description: 'Id of the session.', max: limits.id })
  id!: string;

  @TimestampField({ description: 'Time of the sign-in.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last token request: the sign-in or the last refresh.' })
  last_used_at!: string;

  @TextField({
    description: 'Header `User-Agent` of the sign-in. Absent if it was not sent.',
    max: limits.userAgent,
    optional: true,
  })
  user_agent?: string;

  @BooleanField({ description: 'True if the access token of the request belongs to the session.' })
  current!: boolean;
}

export class SessionQueryDto extends PageQueryDto {}
export const SessionListDto = ListDto('sessions', SessionDto);
