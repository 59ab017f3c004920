/** Bounds of conversations and conversation types. Lengths count code points. */
export const conversationLimits = {
  /** Bytes of conversation_data as compact JSON that a deployment can allow at most. */
  conversationData: 1_073_741_824,
  /** Bytes of conversation_data as compact JSON that a deployment allows by default. */
  conversationDataDefault: 4_194_304,
  /** Bytes of compact JSON up to which conversation_data stays inside the event; larger data is stored as a blob. */
  inlineData: 131_072,
  /** Labels of a conversation. */
  labels: 100,
  /** Characters of a label. */
  label: 100,
  /** Characters of a lock's note. */
  lockNote: 500,
  /** Days between now and the end of a lock. */
  lockDays: 30,
  /** Ids of a by_ids call. */
  byIds: 1000,
  /** Characters of a search. */
  search: 200,
  /** Conversations of a page by default. */
  conversationListDefault: 10,
  /** Bytes of a conversation type's JSON Schema. */
  schemaBytes: 65_536,
  /** Levels of nesting of a conversation type's JSON Schema. */
  schemaDepth: 32,
  /** Characters of a list item template and of a header template. */
  template: 65_536,
  /** Milliseconds in which the conversations of a type are checked against its new schema. */
  schemaPreflightMs: 5_000,
  /** Ids of conversations that break a schema, in the answer. */
  schemaPreflightFirst: 10,
} as const;
