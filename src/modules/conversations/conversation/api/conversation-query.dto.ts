import { clientView } from '../../../../catalogue/client-view.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { composed } from '../../../../catalogue/text/written-text.js';
import {
  BooleanField,
  ChoiceField,
  ChoicesField,
  IntegerField,
  TextField,
  TimestampField,
} from '../../../../http/fields/fields.js';
import { PageQueryDto } from '../../../../http/fields/paging.dto.js';
import { RepeatedField } from '../../../../http/fields/repeated-field.js';

export const INCLUDES = [
  'PARTICIPANTS',
  'CONVERSATION_TYPE',
  'LIST_ITEM_TEMPLATE_DATA',
  'CLIENT_HEADER_TEMPLATE_DATA',
  'CONVERSATION_DATA',
  'CURRENT_USER_READ_STATUS',
  'CLIENT_PARTICIPANT_FRONTEND_URL',
  'LAST_MESSAGE',
] as const;
export type Include = (typeof INCLUDES)[number];

const INCLUDES_DESCRIPTION = `Further fields of the response. Default: none. Client participants get 403 for ${clientView.refusedIncludes.map((name) => `\`${name}\``).join(', ')}.`;

export class IncludesQueryDto {
  @ChoicesField({ description: INCLUDES_DESCRIPTION, of: INCLUDES, optional: true })
  includes?: Include[];
}

export class ConversationListQueryDto extends PageQueryDto {
  @IntegerField({
    description: `Maximum number of items of the page. Default: ${limits.conversationListDefault}.`,
    min: 1,
    max: limits.listMax,
    optional: true,
  })
  override limit?: number;

  @ChoicesField({ description: INCLUDES_DESCRIPTION, of: INCLUDES, optional: true })
  includes?: Include[];

  @BooleanField({
    description: 'True lists only archived conversations, false only open ones. Default: both.',
    optional: true,
  })
  archived?: boolean;

  @BooleanField({
    description:
      'True lists only conversations with messages that the calling user has not seen. Default: false, which lists all.',
    optional: true,
  })
  unread?: boolean;

  @TextField({ description: 'Lists only conversations that this user has locked.', max: 100, optional: true })
  locked_by?: string;

  @RepeatedField({
    description: 'Lists only conversations with this label. Repeated: with all of the labels.',
    max: limits.labels,
    kept: composed,
    example: ['vip'],
    optional: true,
  })
  label?: string[];

  @TimestampField({ description: 'Lists only conversations created after this time, exclusive.', optional: true })
  created_after?: string;

  @TimestampField({ description: 'Lists only conversations created before this time, exclusive.', optional: true })
  created_before?: string;

  @TimestampField({ description: 'Lists only conversations updated after this time, exclusive.', optional: true })
  updated_after?: string;

  @TimestampField({ description: 'Lists only conversations updated before this time, exclusive.', optional: true })
  updated_before?: string;

  @ChoiceField({ description: 'Direction of the order. Default: DESC.', of: ['ASC', 'DESC'], optional: true })
  order?: 'ASC' | 'DESC';

  @ChoiceField({
    description: 'Field of the order. Default: created_at.',
    of: ['created_at', 'updated_at'],
    optional: true,
  })
  order_by?: 'created_at' | 'updated_at';

  @TextField({
    description: `Words to search, each as a whole or as the beginning of a word, without regard to case and accents. All must match. A search without a word finds nothing. A search that takes more than ${limits.searchMs / 1_000} seconds is refused with 400.`,
    max: limits.search,
    optional: true,
  })
  search?: string;
}
