/** Bounds of every call: body, headers, lists, waiting. Lengths count code points. */
export const requestLimits = {
  /** Bytes of a body, except where a call takes conversation_data. */
  bodyBytes: 1_048_576,
  /** Fields of objects and items of lists in a JSON body, without those of conversation_data. */
  bodyMembers: 65_536,
  /** Bytes of a body that is a form. */
  formBytes: 65_536,
  /** Bytes of a conversation write beyond conversation_data. */
  bodySlack: 65_536,
  /** Bytes of one response, unless `ANSWER_MAX_BYTES` is set. */
  answerBytes: 33_554_432,
  /** Bytes up to which a response is made as one text; a longer one is sent in parts. */
  answerText: 262_144,
  /** Bytes of a response that are read together while it is sent. */
  chunkBytes: 65_536,
  /** Levels of nesting of a JSON body. */
  depth: 64,
  /** Characters of an id that a caller chooses. */
  id: 50,
  /** Characters of a name of a person or of an API key. */
  name: 100,
  /** Characters of a free description. */
  description: 1000,
  /** Characters of a URL that a tenant sets. */
  url: 2048,
  /** Characters of X-Request-Id. */
  requestId: 100,
  /** Characters of Idempotency-Key. */
  idempotencyKey: 255,
  /** Bytes of a response that is stored for replays of its Idempotency-Key. A larger one is made again. */
  rememberedAnswerBytes: 262_144,
  /** Items of a page by default. */
  listDefault: 50,
  /** Items of a page at most. */
  listMax: 1000,
  /** Means "no limit" where the specification names a number: the largest signed 32-bit integer. */
  unlimited: 2_147_483_647,
  /** Milliseconds that a read waits for its read model. */
  caughtUpMs: 2_000,
} as const;
