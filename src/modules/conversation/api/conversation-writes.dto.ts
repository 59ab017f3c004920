import { limits } from '../../../catalogue/limits/limits.js';
import {
  BooleanField,
  FreeObjectField,
  IdField,
  ObjectListField,
  TextField,
  TextListField,
  TimestampField,
} from '../../../http/fields/fields.js';
import { CreateParticipantDto } from '../../participant/api/participant.dto.js';

const description = {
  type: 'Of what type it is',
  description: 'What it is about',
  data: 'An object that meets the type’s conversation_data_schema',
};

/** The most that any deployment takes; its own setting may be less. */
const said = { 'x-max-characters': limits.conversationData };

class ContentDto {
  @IdField({ description: description.type, example: 'support' })
  conversation_type_id!: string;

  @TextField({ description: description.description, min: 0, max: limits.description, optional: true })
  description?: string;

  @FreeObjectField({ description: description.data, optional: true, said })
  conversation_data?: Record<string, unknown>;

  @ObjectListField({
    description: 'Who takes part',
    of: CreateParticipantDto,
    max: limits.participantsPerCall,
    optional: true,
  })
  participants?: CreateParticipantDto[];
}

export class CreateConversationDto extends ContentDto {
  @IdField({ description: 'Chosen by you', example: 'case-4711' })
  id!: string;
}

export class ReplaceConversationDto extends ContentDto {
  @IdField({ description: 'If given, the one in the path', optional: true })
  id?: string;

  @BooleanField({ description: 'Stays as it is when left out; may only be set back to false', optional: true })
  archived?: boolean;
}

export class PatchConversationDto {
  @IdField({ description: 'If given, the one in the path', optional: true })
  id?: string;

  @TextField({ description: description.description, min: 0, max: limits.description, optional: 'clearable' })
  description?: string | null;

  @FreeObjectField({ description: `${description.data}; replaces it whole`, optional: 'clearable', said })
  conversation_data?: Record<string, unknown> | null;

  @BooleanField({ description: 'May only be set back to false', optional: true })
  archived?: boolean;
}

export class ConversationIdsDto {
  @TextListField({ description: 'Which ones; unknown ones are left out of the answer', min: 1, max: limits.byIds })
  ids!: string[];
}

export class LabelsDto {
  @TextListField({
    description: 'Labels; one with a colon belongs to a scope',
    max: limits.labels,
    example: ['vip', 'priority:high'],
  })
  labels!: string[];
}

export class LockConversationDto {
  @TimestampField({ description: 'When the lock ends by itself; at most 30 days from now' })
  lock_expires_at!: string;

  @TextField({ description: 'Why it is locked', max: limits.lockNote, optional: true })
  lock_note?: string;

  @TextField({ description: 'User or owner who holds it; the caller if left out', max: 100, optional: true })
  locked_by?: string;
}
