import { limits } from '../../../../catalogue/limits/limits.js';
import { composed } from '../../../../catalogue/text/written-text.js';
import {
  BooleanField,
  FreeObjectField,
  IdField,
  ObjectListField,
  TextField,
  TextListField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { WrittenField } from '../../../../http/fields/text-fields.js';
import { ListedParticipantDto } from '../../participant/api/listed-participant.dto.js';
import { CreateParticipantDto } from '../../participant/api/participant.dto.js';

const description = {
  type: 'Id of the conversation type.',
  description: 'Subject of the conversation.',
  data: 'Data of the conversation, an object that matches `conversation_data_schema` of its type.',
};

/** An erased conversation. */
export class ErasedConversationDto {
  @IdField({ description: 'Id of the conversation.' })
  id!: string;

  @UuidField({ description: 'Id of the tenant.' })
  tenant_id!: string;

  @BooleanField({ description: 'Always true: the conversation is erased.' })
  erased!: true;
}

/** Upper bound of all deployments; the setting of a deployment can be lower. */
const said = { 'x-max-characters': limits.conversationData };

class ContentDto {
  @IdField({ description: description.type, example: 'support' })
  conversation_type_id!: string;

  @WrittenField({ description: description.description, min: 0, max: limits.description, optional: true })
  description?: string;

  @FreeObjectField({ description: description.data, optional: true, said })
  conversation_data?: Record<string, unknown>;
}

export class CreateConversationDto extends ContentDto {
  @IdField({
    description: 'Id of the conversation, chosen by the caller. The id `unread` is reserved.',
    example: 'case-4711',
  })
  id!: string;

  @ObjectListField({
    description: 'Participants to add. Default: none.',
    of: CreateParticipantDto,
    max: limits.participantsPerCall,
    optional: true,
  })
  participants?: CreateParticipantDto[];
}

export class ReplaceConversationDto extends ContentDto {
  @IdField({
    description: 'Id of the conversation. If present, it must equal the id in the path. The id `unread` is reserved.',
    optional: true,
  })
  id?: string;

  @BooleanField({
    description:
      'False restores an archived conversation. True is allowed only for a new or an archived conversation. Default: unchanged.',
    optional: true,
  })
  archived?: boolean;

  @ObjectListField({
    description:
      'Participants to add or replace, in the form of a GET response. Participants that are not listed stay. Default: none.',
    of: ListedParticipantDto,
    max: limits.participantsPerCall,
    optional: true,
  })
  participants?: ListedParticipantDto[];
}

export class PatchConversationDto {
  @IdField({ description: 'Id of the conversation. If present, it must equal the id in the path.', optional: true })
  id?: string;

  @WrittenField({ description: description.description, min: 0, max: limits.description, optional: 'clearable' })
  description?: string | null;

  @FreeObjectField({
    description: `${description.data} Replaces the previous object as a whole; a merge patch merges both.`,
    optional: 'clearable',
    said,
  })
  conversation_data?: Record<string, unknown> | null;

  @BooleanField({
    description: 'False restores an archived conversation. To archive a conversation, delete it.',
    optional: true,
  })
  archived?: boolean;
}

export class ConversationIdsDto {
  @TextListField({
    description: 'Ids of the conversations. The response leaves out ids that do not exist.',
    min: 1,
    max: limits.byIds,
  })
  ids!: string[];
}

export class LabelsDto {
  @TextListField({
    description: 'Labels. A label `scope:value` is a scoped label; a conversation has one label for each scope.',
    max: limits.labels,
    example: ['vip', 'priority:high'],
    kept: composed,
  })
  labels!: string[];
}

export class LockConversationDto {
  @TimestampField({ description: `Time at which the lock ends, at most ${limits.lockDays} days from now.` })
  lock_expires_at!: string;

  @WrittenField({ description: 'Reason for the lock.', max: limits.lockNote, optional: true })
  lock_note?: string;

  @TextField({
    description: 'Id of the user who holds the lock. Default: the calling user. Required for API keys.',
    max: 100,
    optional: true,
  })
  locked_by?: string;
}
