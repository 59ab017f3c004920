/** Every webhook type with its description. */
export const webhookTypes = {
  'conversation.created': 'A conversation was created.',
  'conversation.updated': 'The labels, lock or data of a conversation changed, or it was restored.',
  'conversation.archived': 'A conversation was archived.',
  'conversation.read_status': 'The read status that all users of a conversation share changed.',
  'message.created': 'A message was posted.',
  'message.updated': 'A message changed or was deleted.',
  'participant.created': 'A participant joined a conversation.',
  'participant.updated': 'A participant changed.',
  'participant.deleted': 'A participant left a conversation.',
} as const;

export type WebhookType = keyof typeof webhookTypes;
export const WEBHOOK_TYPES = Object.keys(webhookTypes) as readonly WebhookType[];

/** Sent on demand, regardless of the types that are switched on. */
export const TEST_TYPE = 'test.webhook';
export type SentType = WebhookType | typeof TEST_TYPE;

/** Statuses of a delivery. */
export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
