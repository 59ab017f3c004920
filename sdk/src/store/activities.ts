import type { ParticipantActivity } from '../api.js';
import type { Tidings } from '../tidings.js';

/** A signal is sent at most once in this time. */
const TYPING_EVERY_MS = 4_000;
const OPEN_EVERY_MS = 30_000;

/** Reports to the service what its reader does. A lost signal is not repeated. */
export class Activities {
  private typedAt = 0;
  private openedAt = 0;
  private seen = 0;

  constructor(
    private readonly tidings: Tidings,
    private readonly conversationId: string,
    /** Id of the reader's participant. A user who takes no part reports only what they have seen. */
    private readonly self: () => string | undefined,
    /** A user need not take part to have seen messages. */
    private readonly isUser: boolean,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Sequence of the last message that the reader has seen. */
  get lastSeen(): number {
    return this.seen;
  }

  /** The service knows that the reader has seen the messages up to a sequence. */
  known(seen: number): void {
    this.seen = Math.max(this.seen, seen);
  }

  /** Everything up to a sequence was on screen. If the report fails, the next message repeats it. */
  read(sequence: number): void {
    const takesPart = this.self() !== undefined;
    if (sequence <= this.seen || !(takesPart || this.isUser)) return;
    const before = this.seen;
    this.seen = sequence;
    const failed = () => {
      this.seen = Math.min(this.seen, before);
    };
    const last_message_sequence_seen = sequence;
    if (takesPart) this.tell({ activity: 'MESSAGE_SEEN', last_message_sequence_seen }, failed);
    else {
      const path = { conversation_id: this.conversationId };
      const call = 'POST /conversations/{conversation_id}/seen';
      this.send(this.tidings.call(call, { path, body: { last_message_sequence_seen } }), failed);
    }
  }

  opened(): void {
    if (Date.now() - this.openedAt < OPEN_EVERY_MS) return;
    this.openedAt = Date.now();
    this.tell({ activity: 'HAS_CONVERSATION_OPEN' });
  }

  /** `key` is the `source_id` that the message will have. */
  typed(key: string): void {
    if (Date.now() - this.typedAt < TYPING_EVERY_MS) return;
    this.typedAt = Date.now();
    this.tell({ activity: 'IS_TYPING', source_id: key });
  }

  sent(): void {
    this.typedAt = 0;
  }

  private tell(body: ParticipantActivity, failed = () => {}): void {
    const participant_id = this.self();
    if (participant_id === undefined) return;
    const path = { conversation_id: this.conversationId, participant_id };
    const call = 'POST /conversations/{conversation_id}/participants/{participant_id}/activity';
    this.send(this.tidings.call(call, { path, body }), failed);
  }

  private send(report: Promise<unknown>, failed: () => void): void {
    report.catch((error) => {
      failed();
      this.onError(error);
    });
  }
}
