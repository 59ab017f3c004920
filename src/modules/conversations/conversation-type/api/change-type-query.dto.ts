import { BooleanField } from '../../../../http/fields/fields.js';

/** `force=true` accepts a schema that existing conversations do not match. */
export class ChangeTypeQueryDto {
  @BooleanField({
    description: 'True accepts a schema that existing conversations do not match. Default: false.',
    optional: true,
  })
  force?: boolean;

  @BooleanField({
    description: 'True saves nothing and returns the conversations that the schema breaks. `force` then has no effect.',
    optional: true,
  })
  dry_run?: boolean;
}
