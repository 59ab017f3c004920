import type { Message, Participant, TenantConfig } from '../../sdk/src/api.js';
import { randomKey } from '../../sdk/src/random-key.js';
import type { Frame } from '../../sdk/src/socket.js';
import { Activities } from './activities.js';
import { follow } from './frame-stream.js';
import { MessageWindow } from './message-window.js';
import { type Draft, Outbox } from './outbox.js';
import { Ended, type Ending, type Session } from './session.js';
import { Typists } from './typists.js';
import { Uploads } from './uploads.js';

const PAGE = 50;
/** A burst of changes reads the conversation again this often at most. */
const REREAD_MS = 1_000;

export interface Loaded {
  readonly config: TenantConfig;
  readonly me: Participant;
}

/** One conversation as its client sees it. It calls `onChange` after each change, and keeps nothing but this object. */
export class ConversationState {
  readonly window = new MessageWindow();
  readonly outbox: Outbox;
  readonly uploads: Uploads;
  readonly typists: Typists;
  readonly activities: Activities;
  isArchived = false;
  isConnected = true;
  /** Whether the reader looks at the end of the window. */
  isAtEnd = true;
  subject: string | undefined;
  /** Header of the conversation's type: HTML as the service sanitised it. */
  header: string | undefined;
  ended: Ending | undefined;
  private readonly stop = new AbortController();
  private names: ReadonlyMap<string, string> = new Map();
  private draftKey = randomKey();
  private isReading = false;
  /** Position of the last frame: a read never shows an older state. */
  private position: string | undefined;
  private reread: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly session: Session,
    readonly loaded: Loaded,
    private readonly onChange: () => void,
  ) {
    this.uploads = new Uploads(session.url, this.stop.signal, onChange);
    this.typists = new Typists(onChange);
    this.activities = new Activities(session, loaded.me, this.failed);
    this.outbox = new Outbox(session, this.id, {
      onChange,
      onPosted: (message, draft) => {
        if ('file' in draft) this.uploads.start(message, draft.file);
      },
      onEnded: this.failed,
      onArchived: () => {
        this.isArchived = true;
      },
    });
  }

  get id(): string {
    return this.loaded.me.conversation_id;
  }

  isOwn = (message: Message): boolean => message.participant_id === this.loaded.me.id;
  nameOf = (participantId: string): string | undefined => this.names.get(participantId);

  /** Reads the newest messages, then follows. @throws Ended, NoAnswer, TidingsError */
  async start(): Promise<void> {
    const [position] = await Promise.all([this.newest(), this.readConversation()]);
    follow(this.session, this.id, position, {
      onFrame: (frame) => this.take(frame),
      onConnection: (isConnected) => this.connected(isConnected),
      signal: this.stop.signal,
    }).catch(this.failed);
  }

  close(): void {
    this.stop.abort();
    this.typists.clear();
    this.outbox.close();
    clearTimeout(this.reread);
  }

  /** Shows the newest messages and returns the position that the read reflects. */
  async newest(): Promise<string | undefined> {
    const { body, position } = await this.page({ limit: PAGE });
    this.window.restart(body.messages);
    for (const message of body.messages) if (this.isOwn(message)) this.outbox.arrived(message.source_id);
    this.catchUp();
    this.onChange();
    return position;
  }

  async more(side: 'older' | 'newer'): Promise<void> {
    const { window } = this;
    if (this.isReading || !(side === 'older' ? window.hasOlder : window.hasNewer)) return;
    this.isReading = true;
    const { last } = window;
    try {
      const { body } = await this.page(
        side === 'older'
          ? { limit: PAGE, last_sequence: window.first }
          : { limit: PAGE, last_sequence: window.last, order: 'ASC' },
      );
      window.add(body.messages, side);
    } catch (error) {
      this.failed(error);
    } finally {
      this.isReading = false;
      this.onChange();
    }
    if (window.last > last) this.catchUp();
  }

  send(draft: Draft): void {
    this.outbox.add(draft, this.draftKey);
    this.draftKey = randomKey();
    this.activities.sent();
    if (this.window.hasNewer) this.newest().catch(this.failed);
  }

  /** The reader has the end of the window on screen. */
  read(): void {
    if (!this.window.hasNewer) this.activities.read(this.window.last);
  }

  typed(): void {
    this.activities.typed(this.draftKey);
  }

  /** Reads a message again: the URLs of its file are good for some minutes only. */
  refresh({ id }: Message): void {
    const path = { conversation_id: this.id, message_id: id };
    this.session
      .withAccess((tidings) => tidings.call('GET /conversations/{conversation_id}/messages/{message_id}', { path }))
      .then((message) => {
        this.window.push(message, false);
        this.onChange();
      }, this.failed);
  }

  private page(query: { limit: number; last_sequence?: number; order?: 'ASC' }) {
    const { id: conversation_id, position } = this;
    const given = { path: { conversation_id }, query, ...(position === undefined ? {} : { position }) };
    return this.session.withAccess((tidings) =>
      tidings.request('GET /conversations/{conversation_id}/messages', given),
    );
  }

  /** Messages that came during a read are after the window. A reader at its end sees them. */
  private catchUp(): void {
    if (this.isAtEnd && this.window.hasNewer) void this.more('newer');
  }

  private async readConversation(): Promise<void> {
    const includes = ['PARTICIPANTS' as const, 'CLIENT_HEADER_TEMPLATE_DATA' as const];
    const given = { path: { conversation_id: this.id }, query: { includes } };
    const read = await this.session.withAccess((tidings) =>
      tidings.call('GET /conversations/{conversation_id}', given),
    );
    this.names = new Map((read.participants ?? []).map(({ id, display_name }) => [id, display_name]));
    this.isArchived = read.archived;
    this.subject = read.description;
    this.header = read.client_header_html;
    this.onChange();
  }

  private take(frame: Frame): void {
    if ('position' in frame) this.position = frame.position;
    if ('message' in frame) this.receive(frame.message);
    else if ('conversation' in frame) {
      this.isArchived = frame.conversation.archived;
      this.subject = frame.conversation.description;
      if (frame.type === 'CONVERSATION_UPDATED') this.readLater();
    } else if (frame.type === 'PARTICIPANT_CREATED') {
      this.names = new Map(this.names).set(frame.participant.id, frame.participant.display_name);
    } else if (frame.type === 'PARTICIPANT_WAS_TYPING') {
      if (frame.participant.id !== this.loaded.me.id) this.typists.add(frame.participant.id);
    } else if (frame.type === 'GAP') {
      this.newest().catch(this.failed);
      this.readLater();
    }
    this.onChange();
  }

  private receive(message: Message): void {
    this.window.push(message, this.isAtEnd);
    this.typists.remove(message.participant_id);
    if (this.isOwn(message)) this.outbox.arrived(message.source_id);
    this.catchUp();
  }

  private connected(isConnected: boolean): void {
    this.isConnected = isConnected;
    if (isConnected) this.outbox.retry();
    this.onChange();
  }

  /** A frame of a changed participant does not name it. */
  private readLater(): void {
    this.reread ??= setTimeout(() => {
      this.reread = undefined;
      this.readConversation().catch(this.failed);
    }, REREAD_MS);
  }

  /** Shows the end of the access. Any other failure heals with the next frame or the next step of the reader. */
  private readonly failed = (error: unknown): void => {
    if (!(error instanceof Ended)) return;
    this.ended ??= error.reason;
    this.close();
    this.onChange();
  };
}
