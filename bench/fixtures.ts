/** The conversations and their senders, the same for the product and its baselines. */
export const CONVERSATIONS = 16;
export const SENDERS = 64;

/** A client who posts in one conversation. */
export interface Sender {
  readonly conversationId: string;
  readonly participantId: string;
}

export const conversationIds = Array.from({ length: CONVERSATIONS }, (_, i) => `case-${i}`);

export const senders: readonly Sender[] = Array.from({ length: SENDERS }, (_, i) => ({
  conversationId: `case-${i % CONVERSATIONS}`,
  participantId: `client-${i}`,
}));
