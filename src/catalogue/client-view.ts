/**
 * The view of a client participant on its conversation (contract 2), in answers and frames. Messages and
 * its own participant are shown whole.
 */
export const clientView = {
  /** Members of the conversation. Any other member is left out. */
  conversation: [
    'id',
    'tenant_id',
    'conversation_type_id',
    'description',
    'archived',
    'created_at',
    'updated_at',
    'participants',
    'read_status',
    'last_message',
    'template_data',
    'client_header_html',
  ],
  /** Members of the other participants. */
  participant: ['id', 'kind', 'display_name'],
  /** Includes that are refused with 403. */
  refusedIncludes: ['CONVERSATION_DATA', 'CONVERSATION_TYPE', 'LIST_ITEM_TEMPLATE_DATA'],
  /** Name of a user without a name of their own. */
  unnamedUser: 'Agent',
} as const;
