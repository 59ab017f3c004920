/** Every webhook type, with what it means. */
export const webhookTypes = {
  'conversation.created': 'A conversation was created',
  'conversation.updated': 'A conversation, its labels or its lock changed, or an archived conversation was restored',
  'conversation.archived': 'A conversation was archived',
  'conversation.read_status': 'The read marker that all users of a conversation share moved on',
  'message.created': 'A message was posted',
  'message.updated': 'A message changed or was deleted',
  'participant.created': 'A participant joined a conversation',
  'participant.updated': 'A participant changed',
  'participant.deleted': 'A participant left a conversation',
} as const;

export type WebhookType = keyof typeof webhookTypes;
export const WEBHOOK_TYPES = Object.keys(webhookTypes) as readonly WebhookType[];

/** Sent on demand, whatever is switched on. */
export const TEST_TYPE = 'test.webhook';
export type SentType = WebhookType | typeof TEST_TYPE;
