/** Bounds of messages. Lengths count code points. */
export const messageLimits = {
  /** Characters of a message's text. */
  text: 4096,
  /** Code points of the text of `last_message`. */
  lastMessageText: 200,
  /** Characters of a source_id. */
  sourceId: 100,
  /** Characters of a location's address. */
  formattedAddress: 500,
  /** Seconds that `Prefer: wait` waits at most. */
  preferWaitSeconds: 10,
  /** Newest messages whose source ids the decider of a message log keeps in its state. */
  recentMessages: 256,
  /** Messages that changed since the moment of a list that orders or filters by the last change. */
  messagesChangedSince: 10_000,
  /** Removed authors whose gates the decider of a message log repeats. */
  repeatedAuthors: 100,
} as const;
