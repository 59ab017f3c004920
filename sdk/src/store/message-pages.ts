import type { Message } from '../api.js';
import type { Tidings } from '../tidings.js';
import { MessageWindow } from './message-window.js';

const PAGE = 50;

interface Changes {
  readonly onChange: () => void;
  readonly onRead: (messages: readonly Message[]) => void;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Reads the pages around the window of a conversation's messages. */
export class MessagePages {
  readonly window = new MessageWindow();
  /** Whether the reader looks at the end of the window. It is then cut at its beginning. */
  isAtEnd = true;
  /** Position of the last frame: a read never shows an older state. */
  position: string | undefined;
  private isReading = false;

  constructor(
    private readonly tidings: Tidings,
    private readonly conversationId: string,
    private readonly changes: Changes,
  ) {}

  /** Shows the newest messages and returns the position that the read reflects. @throws TidingsError, NoAnswer, SignedOut */
  async newest(): Promise<string | undefined> {
    const { body, position } = await this.page({ limit: PAGE });
    this.window.restart(body.messages);
    this.changes.onRead(body.messages);
    this.catchUp();
    this.changes.onChange();
    return position;
  }

  async more(side: 'older' | 'newer'): Promise<void> {
    const { window } = this;
    if (this.isReading || !(side === 'older' ? window.hasOlder : window.hasNewer)) return;
    this.isReading = true;
    const { first, last } = window;
    try {
      const query = side === 'older' ? { last_sequence: first } : { last_sequence: last, order: 'ASC' as const };
      const { body } = await this.page({ limit: PAGE, ...query });
      window.add(body.messages, side);
      this.changes.onRead(body.messages);
    } catch (error) {
      this.changes.onError(error);
    } finally {
      this.isReading = false;
      this.changes.onChange();
    }
    if (window.last > last) this.catchUp();
  }

  /** A message of a frame. */
  push(message: Message): void {
    this.window.push(message, this.isAtEnd);
    this.catchUp();
  }

  /** Reads a message again: the URLs of its file are good for some minutes only. */
  async refresh({ id: message_id }: Pick<Message, 'id'>): Promise<Message> {
    const path = { conversation_id: this.conversationId, message_id };
    const message = await this.tidings.call('GET /conversations/{conversation_id}/messages/{message_id}', { path });
    this.window.push(message, false);
    this.changes.onChange();
    return message;
  }

  /** Messages that came during a read are after the window. A reader at its end sees them. */
  private catchUp(): void {
    if (this.isAtEnd && this.window.hasNewer) void this.more('newer');
  }

  private page(query: { limit: number; last_sequence?: number; order?: 'ASC' }) {
    const { position, changes, conversationId: conversation_id } = this;
    const given = { path: { conversation_id }, query, signal: changes.signal };
    const name = 'GET /conversations/{conversation_id}/messages';
    return this.tidings.request(name, position === undefined ? given : { ...given, position });
  }
}
