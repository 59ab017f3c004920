import type { Calls, Conversation } from '../api.js';
import type { Connect, Frame, FramesStatus } from '../socket.js';
import type { Tidings } from '../tidings.js';
import { Debounced } from './debounced.js';
import type { Ended } from './ending.js';
import { LiveStore } from './live-store.js';

type Query = NonNullable<Calls['GET /conversations']['query']>;
/** Filters, order and further members of a list. `limit` is the number of conversations that a page adds. */
export type ConversationQuery = Omit<Query, 'cursor' | 'offset'>;

const PAGE = 30;
/** Conversations in memory at most. A longer list needs a narrower query. */
const MOST = 1_000;
/** A read of the list has at most this many. */
const MOST_READ = 100;
/** A burst of changes reads the list again this often at most. */
const REREAD_MS = 1_000;

/** The state of a list at one moment. */
export interface ConversationListSnapshot {
  readonly status: 'loading' | 'ready' | 'ended';
  readonly ended: Ended | undefined;
  readonly connection: FramesStatus['state'];
  readonly conversations: readonly Conversation[];
  /** Number of all conversations of the query. */
  readonly total: number;
  readonly hasMore: boolean;
}

/** The conversations of a query, kept up to date. The service decides which of them match, and their order. */
export class ConversationListStore extends LiveStore<ConversationListSnapshot> {
  private conversations: readonly Conversation[] = [];
  private total = 0;
  private cursor: string | undefined;
  private position: string | undefined;
  private reading: Promise<unknown> = Promise.resolve();
  private readonly reread = new Debounced(REREAD_MS, () =>
    this.inTurn(() => this.again()).catch((error) => this.failed(error)),
  );

  constructor(
    tidings: Tidings,
    connect: Connect,
    private readonly query: ConversationQuery = {},
  ) {
    super(tidings, connect, 'conversations');
  }

  override close(): void {
    super.close();
    this.reread.cancel();
  }

  /** Adds the next page. */
  async more(): Promise<void> {
    await this.inTurn(async () => {
      if (this.cursor === undefined || this.conversations.length >= MOST) return;
      const { body } = await this.page(this.query.limit ?? PAGE, this.cursor);
      const known = new Set(this.conversations.map(({ id }) => id));
      this.conversations = [...this.conversations, ...body.conversations.filter(({ id }) => !known.has(id))];
      this.cursor = body.next_cursor;
      this.changed();
    }).catch((error) => this.failed(error));
  }

  protected take(): ConversationListSnapshot {
    return {
      status: this.status,
      ended: this.ended,
      connection: this.connection,
      conversations: this.conversations,
      total: this.total,
      hasMore: this.cursor !== undefined && this.conversations.length < MOST,
    };
  }

  protected read(): Promise<string | undefined> {
    return this.inTurn(() => this.again());
  }

  /** The list shows the change of a conversation that it has at once; a read brings its place and its other members. */
  protected handle(frame: Frame): void {
    if ('position' in frame) this.position = frame.position;
    if (frame.type === 'PARTICIPANT_WAS_TYPING' || frame.type === 'PARTICIPANT_HAD_CONVERSATION_OPEN') return;
    if ('conversation' in frame) {
      const { conversation } = frame;
      this.conversations = this.conversations.map((each) =>
        each.id === conversation.id ? { ...each, ...conversation } : each,
      );
      this.changed();
    }
    this.reread.later();
  }

  /** Reads as many as are shown, in pages that stay stable. */
  private async again(): Promise<string | undefined> {
    const wanted = Math.max(this.conversations.length, this.query.limit ?? PAGE);
    const found: Conversation[] = [];
    let position: string | undefined;
    let cursor: string | undefined;
    do {
      const page = await this.page(Math.min(wanted - found.length, MOST_READ), cursor);
      found.push(...page.body.conversations);
      this.total = page.body.total_elements;
      position ??= page.position;
      cursor = page.body.next_cursor;
    } while (cursor !== undefined && found.length < wanted);
    this.conversations = found;
    this.cursor = cursor;
    this.changed();
    return position;
  }

  private page(limit: number, cursor: string | undefined) {
    const query = { ...this.query, limit, ...(cursor === undefined ? {} : { cursor }) };
    const given = { query, signal: this.stop.signal };
    const { position } = this;
    return this.tidings.request('GET /conversations', position === undefined ? given : { ...given, position });
  }

  /** Pages and reads of the whole list come one after the other. */
  private inTurn<T>(read: () => Promise<T>): Promise<T> {
    const done = this.reading.then(read);
    this.reading = done.catch(() => {});
    return done;
  }
}
