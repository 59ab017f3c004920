import type { Calls, Conversation } from '../api.js';
import type { Connect, Frame, FramesStatus } from '../socket.js';
import type { Tidings } from '../tidings.js';
import { Debounced } from './debounced.js';
import type { Ended } from './ending.js';
import { Feed } from './feed.js';
import { ListTypists } from './list/list-typists.js';
import { ListWindow, type Range } from './list/list-window.js';
import { LiveStore } from './live-store.js';
import type { Member } from './members.js';

type Query = NonNullable<Calls['GET /conversations']['query']>;
/** Filters, order and further members of a list. `limit` is the number of conversations that a page adds. */
export type ConversationQuery = Omit<Query, 'cursor' | 'offset'>;

const PAGE = 30;
/** Conversations in memory at most. */
const MOST = 1_000;
/** A read of the list has at most this many. */
const MOST_READ = 100;
/** Conversations in memory on both sides of those that are shown, and how many may be left on one side. */
const AROUND = 40;
const LEAST_AROUND = 15;
/** A burst of changes reads the list again this often at most. A single change shows sooner. */
const REREAD_MS = 1_000;
const SOON_MS = 50;

/** The state of a list at one moment. */
export interface ConversationListSnapshot {
  readonly status: 'loading' | 'ready' | 'ended';
  readonly ended: Ended | undefined;
  readonly connection: FramesStatus['state'];
  /** A run of the list without a gap. */
  readonly conversations: readonly Conversation[];
  /** Number of conversations before the run. */
  readonly start: number;
  /** Number of all conversations of the query. */
  readonly total: number;
  readonly hasMore: boolean;
  /** Participants who type, by the id of their conversation. */
  readonly typing: ReadonlyMap<string, readonly Member[]>;
}

/** The conversations of a query, kept up to date. The service decides which of them match, and their order. */
export class ConversationListStore extends LiveStore<ConversationListSnapshot> {
  private window = new ListWindow();
  private wanted: Range;
  private total = 0;
  private position: string | undefined;
  private reading: Promise<unknown> = Promise.resolve();
  private readonly typists = new ListTypists(this.changed);
  private readonly reread = new Debounced(REREAD_MS, () => this.attempt(() => this.again()), SOON_MS);
  private leave = () => {};

  /** @param feed of several lists; the store neither starts nor closes it */
  constructor(
    tidings: Tidings,
    connect: Connect,
    private readonly query: ConversationQuery = {},
    private readonly feed?: Feed,
  ) {
    super(tidings, connect, 'conversations');
    this.wanted = { start: 0, end: this.step };
  }

  override close(): void {
    super.close();
    this.leave();
    this.reread.cancel();
    this.typists.clear();
  }

  /** Adds the next page. */
  async more(): Promise<void> {
    const { start, end } = this.wanted;
    if (this.hasMore) await this.move({ start, end: Math.min(end + this.step, start + MOST) });
  }

  /** Reads the conversations between two places of the list, and some around them. It gives up those far away. */
  async show(first: number, last: number): Promise<void> {
    const { start, end } = this.wanted;
    const isCovered =
      (start === 0 || first - start >= LEAST_AROUND) && (end >= this.total || end - last >= LEAST_AROUND);
    if (isCovered && first >= start) return;
    const from = Math.max(0, first - AROUND);
    await this.move({ start: from, end: Math.min(last + AROUND, from + MOST) });
  }

  protected take(): ConversationListSnapshot {
    const { status, ended, connection, total, hasMore } = this;
    const { conversations, start } = this.window;
    return { status, ended, connection, conversations, start, total, hasMore, typing: this.typists.all };
  }

  protected read(): Promise<string | undefined> {
    return this.inTurn(() => this.again());
  }

  protected override async follow(after: string | undefined): Promise<void> {
    const { feed } = this;
    if (!feed) return super.follow(after);
    const heard = () => {
      const { connection, ended } = feed.snapshot;
      // The list was read without the frames of the time before.
      if (connection === 'live' && this.connection !== 'live') this.reread.later();
      if (connection !== this.connection) this.connected(connection);
      if (ended) this.end(ended);
    };
    const leave = [feed.subscribe(heard), feed.watch((frame) => this.handle(frame))];
    this.leave = () => {
      for (const each of leave) each();
    };
    heard();
  }

  /** The list shows the change of a conversation that it has at once; a read brings its place and its other members. */
  protected handle(frame: Frame): void {
    this.typists.take(frame);
    if ('position' in frame) this.position = frame.position;
    if (frame.type === 'PARTICIPANT_WAS_TYPING' || frame.type === 'PARTICIPANT_HAD_CONVERSATION_OPEN') return;
    if ('conversation' in frame) {
      this.window = this.window.with(frame.conversation);
      this.changed();
    }
    this.reread.later();
  }

  private get step(): number {
    return this.query.limit ?? PAGE;
  }

  private get hasMore(): boolean {
    const { start, end } = this.window;
    return end < this.total && end - start < MOST;
  }

  private async move(range: Range): Promise<void> {
    this.wanted = range;
    await this.attempt(async () => {
      // A later wish may have come meanwhile.
      const { wanted } = this;
      const window = await this.window.over(wanted, async (missing) => (await this.between(missing)).found);
      if (!window) return void (await this.again());
      this.window = window;
      this.changed();
    });
  }

  private attempt(read: () => Promise<unknown>): Promise<unknown> {
    return this.inTurn(read).catch((error) => this.failed(error));
  }

  /** Reads the whole window. A list that became shorter shows its end. */
  private async again(): Promise<string | undefined> {
    for (;;) {
      const { wanted } = this;
      const { found, position } = await this.between(wanted);
      const isBehind = found.length === 0 && wanted.start > 0;
      if (isBehind) {
        this.wanted = { start: Math.max(0, this.total - AROUND), end: Math.max(this.total, this.step) };
        continue;
      }
      this.window = new ListWindow(wanted.start, found);
      this.changed();
      return position;
    }
  }

  /** The pages of one read stay stable while others write. */
  private async between({ start, end }: Range) {
    const found: Conversation[] = [];
    let position: string | undefined;
    let cursor: string | undefined;
    do {
      const limit = Math.min(end - start - found.length, MOST_READ);
      const { position: asked } = this;
      const from = cursor === undefined ? { offset: start } : { cursor };
      const page = await this.tidings.request('GET /conversations', {
        query: { ...this.query, limit, ...from },
        signal: this.stop.signal,
        ...(asked === undefined ? {} : { position: asked }),
      });
      found.push(...page.body.conversations);
      this.total = page.body.total_elements;
      position ??= page.position;
      cursor = page.body.next_cursor;
    } while (cursor !== undefined && found.length < end - start);
    return { found, position };
  }

  /** Reads come one after the other. */
  private inTurn<T>(read: () => Promise<T>): Promise<T> {
    const done = this.reading.then(read);
    this.reading = done.catch(() => {});
    return done;
  }
}
