/** An event of the log, with what was made of it. */
export interface RecordedEvent {
  readonly type: string;
  readonly category: string;
  /** Version in its stream. */
  readonly version: number;
  readonly position: string;
  readonly frame: string;
  /** Type of the webhook, whose signature was verified; absent where the event has none. */
  readonly webhook?: string;
}

export interface RecordedStep {
  /** Status of the call; a step of the service itself has none. */
  readonly status?: number;
  /** Unread messages of the team afterwards. */
  readonly unread: number;
  readonly events: readonly RecordedEvent[];
}

/** A delivery of the webhook of a message. */
export interface RecordedDelivery {
  /** Those of Standard Webhooks. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Frames that a subscription brought after a position, in their order. */
export interface RecordedResume {
  readonly after: string;
  readonly frames: readonly { readonly type: string; readonly position: string }[];
}

/** The recording that the home page shows. test/api/service/home-recording.spec.ts writes it. */
export interface Recording {
  readonly steps: readonly RecordedStep[];
  readonly answer: object;
  readonly delivery: RecordedDelivery;
  /** Positions of the webhooks, in the order in which they came. */
  readonly delivered: readonly string[];
  readonly resumed: RecordedResume;
  /** The answer to the question about a label. */
  readonly labelled: object;
  /** Text of the template by language. */
  readonly rendered: Readonly<Record<string, string>>;
  /** Lines of `npm run audit`. */
  readonly audit: readonly string[];
}

/** The call of the developer's sample; the recording has its answer. */
export const sampleCall = `curl -s $URL/api/v1/conversations/case-1/messages \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -H 'Prefer: wait' \\
  -d '{"kind": "TEXT", "text": "See you then."}'`;

/** The question about a label; the recording has its answer. */
export const labelQuestion = `curl -s "$URL/api/v1/audit/events?conversation_id=case-1\\
&type=ConversationLabelled&after=$FROM&before=$TO" \\
  -H "Authorization: Bearer $TOKEN"`;
