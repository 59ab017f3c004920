import { limits } from '../../../../catalogue/limits/limits.js';
import { ChoiceField, IdField, TextField } from '../../../../http/fields/fields.js';
import { NameField, WrittenField } from '../../../../http/fields/text-fields.js';
import { PREFERRED_LANGUAGES } from '../../conversation/domain/membership.events.js';

export class BeginConversationDto {
  @NameField({ description: 'Name that the other participants see.', max: limits.displayName, example: 'Grace' })
  display_name!: string;

  @WrittenField({
    description: 'First message of the visitor. Default: none.',
    max: limits.text,
    optional: true,
    example: 'Is the red one in stock?',
  })
  text?: string;

  @ChoiceField({
    description: 'Language of notifications. Default: the language of the tenant.',
    of: PREFERRED_LANGUAGES,
    optional: true,
  })
  preferred_language?: (typeof PREFERRED_LANGUAGES)[number];
}

export class BegunConversationDto {
  @IdField({ description: 'Id of the new conversation.' })
  conversation_id!: string;

  @TextField({
    description: 'Client URL that signs in the visitor. It is valid for 7 days.',
    max: 2000,
    example: 'https://acme-client.tidings.example/c#auth_key=zJ0y8wq2QeK1mX4nR7tVbA',
  })
  client_url!: string;
}
