/** Conversations and senders, the same for the product and its baselines. */
export const CONVERSATIONS = 16;
export const SENDERS = 64;

export interface Speaker {
  readonly conversationId: string;
  readonly participantId: string;
}

export const conversationIds = Array.from({ length: CONVERSATIONS }, (_, i) => `case-${i}`);

export const speakers: readonly Speaker[] = Array.from({ length: SENDERS }, (_, i) => ({
  conversationId: `case-${i % CONVERSATIONS}`,
  participantId: `client-${i}`,
}));
