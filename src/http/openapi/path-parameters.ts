import { limits } from '../../catalogue/limits/limits.js';
import { CHOSEN_ID } from '../../kernel/ids.js';

export interface PathParameter {
  readonly description: string;
  /** JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

const chosen = (description: string) => ({
  description,
  schema: { type: 'string', minLength: 1, maxLength: limits.id, pattern: CHOSEN_ID.source },
});
const uuid = (description: string) => ({ description, schema: { type: 'string', format: 'uuid' } });

/** Path parameters that more than one call has. */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  tenant_id: uuid('The tenant'),
  user_id: uuid('The user'),
  key_id: uuid('The API key'),
  message_id: uuid('The message'),
  conversation_id: chosen('The conversation'),
  conversation_type_id: chosen('The conversation type'),
  participant_id: chosen('The participant'),
  workflow_id: chosen('The workflow'),
  webhook_type: {
    description: 'The webhook type',
    schema: { type: 'string', minLength: 1, maxLength: limits.id, pattern: '^[a-z_]+\\.[a-z_]+$' },
  },
  delivery_id: {
    description: 'The delivery',
    schema: { type: 'string', minLength: 1, maxLength: 27, pattern: '^[0-9a-f]{12}-[0-9a-f]{14}$' },
  },
  name: chosen('The message template'),
  token: { description: 'The message it is about', schema: { type: 'string', minLength: 1, maxLength: 400 } },
  label: { description: 'The label', schema: { type: 'string', minLength: 1, maxLength: limits.label } },
};
