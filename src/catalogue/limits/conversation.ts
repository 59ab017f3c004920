/** Bounds of conversations and conversation types. Lengths count code points. */
export const conversationLimits = {
  /** Characters of conversation_data that the API allows. */
  conversationData: 1_073_741_824,
  /** Bytes of conversation_data as compact JSON that a deployment can allow: the longest text of Node.js, 2^29 - 24. */
  readableData: 536_870_888,
  /** Bytes of conversation_data as compact JSON that a deployment allows by default. */
  conversationDataDefault: 4_194_304,
  /** Bytes of conversation_data, as compact JSON, that an event holds at most. Larger data is stored as a blob. A separate process parses it. */
  inlineData: 131_072,
  /** Bytes of a value of larger data that a text or a condition uses. A longer value is cut. */
  pickedValue: 1_048_576,
  /** Characters of the texts of large conversation_data that are searched. */
  searchedData: 100_000,
  /** Words of a text that are searched. In scripts without spaces each character begins a word. */
  searchedWords: 25_000,
  /** Bytes of a tenant's larger data, written within the last hour, that no conversation names: those of rejected writes. */
  unnamedData: 1_073_741_824,
  /** Gates of archivings, and gates that were withdrawn, that the decider of a conversation knows. */
  settledGates: 100,
  /** Labels of a conversation. */
  labels: 100,
  /** Characters of a label. */
  label: 100,
  /** Characters of a lock's note. */
  lockNote: 500,
  /** Days between now and the end of a lock. */
  lockDays: 30,
  /** Conversations that visitors of a tenant start in a day. */
  visitorsPerDay: 1_000,
  /** Characters of a visitor key. */
  visitorKey: 100,
  /** Ids of a by_ids call. */
  byIds: 1000,
  /** Characters of a search. */
  search: 200,
  /** Milliseconds that a search may take. */
  searchMs: 2_000,
  /** Conversations of a page by default. */
  conversationListDefault: 10,
  /** Bytes of a conversation type's JSON Schema. */
  schemaBytes: 65_536,
  /** Levels of nesting of a conversation type's JSON Schema. */
  schemaDepth: 32,
  /** Characters of a list item template and of a header template. */
  template: 65_536,
  /** Characters of a value in the header of a client. A longer value is cut. */
  headerValue: 4_096,
  /** Characters of all values in the header of a client. Later values are left out. */
  headerValues: 131_072,
  /** Milliseconds in which the conversations of a type are checked against its new schema. */
  schemaPreflightMs: 5_000,
  /** Ids of conversations that break a schema, in the response. */
  schemaPreflightFirst: 10,
} as const;
