import {
  BooleanField,
  FreeObjectField,
  IdField,
  ObjectListField,
  TextField,
  TextListField,
  TimestampField,
} from '../../../http/fields/fields.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { CreateParticipantDto } from '../../participant/api/participant.dto.js';

const about = {
  type: 'Of what type it is',
  description: 'What it is about',
  data: 'An object that meets the type’s conversation_data_schema',
};

/** The most that any deployment takes; its own setting may be less. */
const said = { 'x-max-characters': limits.conversationData };

class ContentDto {
  @IdField({ about: about.type, example: 'support' })
  conversation_type_id!: string;

  @TextField({ about: about.description, min: 0, max: limits.description, optional: true })
  description?: string;

  @FreeObjectField({ about: about.data, optional: true, said })
  conversation_data?: Record<string, unknown>;

  @ObjectListField({
    about: 'Who takes part',
    of: CreateParticipantDto,
    max: limits.participantsPerCall,
    optional: true,
  })
  participants?: CreateParticipantDto[];
}

export class CreateConversationDto extends ContentDto {
  @IdField({ about: 'Chosen by you', example: 'case-4711' })
  id!: string;
}

export class ReplaceConversationDto extends ContentDto {
  @IdField({ about: 'If given, the one in the path', optional: true })
  id?: string;

  @BooleanField({ about: 'Stays as it is when left out; may only be set back to false', optional: true })
  archived?: boolean;
}

export class PatchConversationDto {
  @IdField({ about: 'If given, the one in the path', optional: true })
  id?: string;

  @TextField({ about: about.description, min: 0, max: limits.description, optional: 'clearable' })
  description?: string | null;

  @FreeObjectField({ about: `${about.data}; replaces it whole`, optional: 'clearable', said })
  conversation_data?: Record<string, unknown> | null;

  @BooleanField({ about: 'May only be set back to false', optional: true })
  archived?: boolean;
}

export class ConversationIdsDto {
  @TextListField({ about: 'Which ones; unknown ones are left out of the answer', min: 1, max: limits.byIds })
  ids!: string[];
}

export class LabelsDto {
  @TextListField({
    about: 'Labels; one with a colon belongs to a scope',
    max: limits.labels,
    example: ['vip', 'priority:high'],
  })
  labels!: string[];
}

export class LockConversationDto {
  @TimestampField({ about: 'When the lock ends by itself; at most 30 days from now' })
  lock_expires_at!: string;

  @TextField({ about: 'Why it is locked', max: limits.lockNote, optional: true })
  lock_note?: string;

  @TextField({ about: 'User or owner who holds it; the caller if left out', max: 100, optional: true })
  locked_by?: string;
}
