import type { UserPreferenceRecord } from '../../../../../projections/user-preference/projection.js';
import { ChoiceField, IdField, TimestampField, UuidField } from '../../../../http/fields/fields.js';
import { PREFERRED_LANGUAGES, type UserPreference } from '../domain/user-preference.resource.js';

const description = {
  type: 'Id of the conversation type that the user prefers. Default: none.',
  language: 'Language that the user prefers, in upper case. Default: none.',
};

export class PutUserPreferenceDto {
  @IdField({ description: description.type, optional: true, example: 'support' })
  preferred_conversation_type_id?: string;

  @ChoiceField({ description: description.language, of: PREFERRED_LANGUAGES, optional: true })
  preferred_language?: (typeof PREFERRED_LANGUAGES)[number];
}

export class UserPreferenceDto {
  @UuidField({ description: 'Id of the user.' })
  user_id!: string;

  @IdField({ description: description.type, optional: true })
  preferred_conversation_type_id?: string;

  @ChoiceField({ description: description.language, of: PREFERRED_LANGUAGES, optional: true })
  preferred_language?: (typeof PREFERRED_LANGUAGES)[number];

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;
}

export const toUserPreference = (body: PutUserPreferenceDto): UserPreference => ({
  ...(body.preferred_conversation_type_id === undefined
    ? {}
    : { preferredConversationTypeId: body.preferred_conversation_type_id }),
  ...(body.preferred_language === undefined ? {} : { preferredLanguage: body.preferred_language }),
});

export function toUserPreferenceDto({ id, value, createdAt, updatedAt }: UserPreferenceRecord): UserPreferenceDto {
  const { preferredConversationTypeId: type, preferredLanguage: language } = value;
  return {
    user_id: id,
    ...(type === undefined ? {} : { preferred_conversation_type_id: type }),
    ...(language === undefined ? {} : { preferred_language: language }),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
