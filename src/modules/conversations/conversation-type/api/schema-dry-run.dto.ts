import { limits } from '../../../../catalogue/limits/limits.js';
import { IntegerField, TextListField } from '../../../../http/fields/fields.js';

const ANY = Number.MAX_SAFE_INTEGER;

/** Conversations that a change of a type would break. */
export class SchemaDryRunDto {
  @IntegerField({ description: 'Number of conversations that do not match the schema.', min: 0, max: ANY })
  breaks!: number;

  @TextListField({ description: 'Ids of the first of them.', max: limits.schemaPreflightFirst })
  first!: readonly string[];

  @IntegerField({
    description:
      'Number of conversations that were checked. Present only if there was not enough time to check all of them.',
    min: 0,
    max: ANY,
    optional: true,
  })
  checked?: number;
}
