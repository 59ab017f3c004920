import type { MessageRow } from '../../../../../projections/message-log/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { MESSAGE_KINDS, type MessageKind } from '../domain/message.events.js';

/** The last message of a conversation, as a list of conversations shows it. */
export class LastMessageDto {
  @UuidField({ description: 'Id of the message.' })
  id!: string;

  @ChoiceField({ description: 'Kind of the message.', of: MESSAGE_KINDS })
  kind!: MessageKind;

  @TextField({
    description: `The first ${limits.lastMessageText} characters of the text or caption. Absent after deletion.`,
    max: limits.lastMessageText,
    optional: true,
  })
  text?: string;

  @IdField({ description: 'Id of the participant who is the author.' })
  participant_id!: string;

  @IntegerField({ description: 'Number of the message in the conversation.', min: 1, max: limits.unlimited })
  sequence!: number;

  @TimestampField({ description: 'Time of posting.' })
  created_at!: string;

  @TimestampField({ description: 'Time of deletion. Absent if the message is not deleted.', optional: true })
  deleted_at?: string;

  @BooleanField({
    description: 'True if the author is erased. The message then has no content. Absent otherwise.',
    optional: true,
  })
  erased?: true;
}

/** A surrogate pair takes two units. */
const UNITS = 2 * limits.lastMessageText;

const begun = (text: string): string => [...text.slice(0, UNITS)].slice(0, limits.lastMessageText).join('');

export const toLastMessageDto = (row: MessageRow): LastMessageDto => ({
  id: row.id,
  kind: row.kind,
  ...(row.text === undefined ? {} : { text: begun(row.text) }),
  participant_id: row.participantId,
  sequence: row.sequence,
  created_at: row.createdAt,
  ...(row.deletedAt === undefined || row.erased ? {} : { deleted_at: row.deletedAt }),
  ...(row.erased ? { erased: true } : {}),
});
