import type { Conversation, ConversationInclude, Message, ReadStatus } from '../api.js';
import { TidingsError } from '../errors.js';
import { randomKey } from '../random-key.js';
import type { Connect, Frame, FramesStatus, Platform } from '../socket.js';
import type { Tidings } from '../tidings.js';
import { Activities } from './activities.js';
import type { ConversationSnapshot } from './conversation-snapshot.js';
import { Debounced } from './debounced.js';
import { LiveStore } from './live-store.js';
import { Members, type Reader } from './members.js';
import { MessagePages } from './message-pages.js';
import { KeptDraft } from './sending/kept-draft.js';
import { Outbox, type Pending } from './sending/outbox.js';
import { type Draft, memoryOutbox, type OutboxStorage } from './sending/outbox-storage.js';
import { Uploads } from './sending/uploads.js';
import { Typists } from './typists.js';

/** A burst of changes reads the conversation again this often at most. */
const REREAD_MS = 1_000;
const READ: readonly ConversationInclude[] = ['PARTICIPANTS', 'CURRENT_USER_READ_STATUS'];
/** Members that a frame does not carry, because a plain read has none of them. */
const INCLUDED = [
  'conversation_type',
  'conversation_data',
  'template_data',
  'client_header_html',
  'participants',
  'read_status',
  'client_frontend_urls',
] as const satisfies readonly (keyof Conversation)[];
const POST = 'POST /conversations/{conversation_id}/messages';

export interface ConversationOptions {
  readonly reader: Reader;
  /** Keeps unsent messages and the draft over reloads, as `indexedDbOutbox()`. Default: memory. */
  readonly outbox?: OutboxStorage;
  /** Further members of the conversation. Participants and read status are always read. */
  readonly includes?: readonly ConversationInclude[];
  /** Default: the clock and the events of the page. */
  readonly platform?: Platform;
}

/** One conversation, as its reader sees, follows and writes it. */
export class ConversationStore extends LiveStore<ConversationSnapshot> {
  readonly pages: MessagePages;
  readonly members: Members;
  readonly outbox: Outbox;
  readonly uploads: Uploads;
  readonly typists: Typists;
  readonly activities: Activities;
  /** Text that is typed and not sent. */
  readonly draft: KeptDraft;
  private conversation: Conversation | undefined;
  private draftKey = randomKey();
  private readonly reread = new Debounced(REREAD_MS, () =>
    this.readConversation().catch((error) => this.failed(error)),
  );

  constructor(
    tidings: Tidings,
    connect: Connect,
    readonly id: string,
    private readonly options: ConversationOptions,
  ) {
    super(tidings, connect, `conversations/${id}`, options.platform);
    const failed = (error: unknown) => this.failed(error);
    const { reader, outbox: storage = memoryOutbox() } = options;
    const { signal } = this.stop;
    const scope = `${'userId' in reader ? reader.userId : reader.participantId}/${id}`;
    this.draft = new KeptDraft(storage, scope, this.changed);
    this.members = new Members(reader);
    this.typists = new Typists(this.changed);
    this.activities = new Activities(tidings, id, () => this.members.self?.id, 'userId' in reader, failed);
    this.uploads = new Uploads(tidings.options.url, this.changed, (key) => this.outbox.finished(key));
    this.outbox = new Outbox(
      (body, idempotencyKey, aborted) =>
        tidings.call(POST, { path: { conversation_id: id }, body, idempotencyKey, signal: aborted }),
      storage,
      scope,
      {
        onChange: this.changed,
        onPosted: (message, { draft, key }) => 'file' in draft && this.uploads.start(message, draft.file, key),
        onUnfinished: (messageId, pending) => void this.unfinished(messageId, pending),
        onError: failed,
      },
    );
    this.pages = new MessagePages(tidings, id, {
      onChange: this.changed,
      onRead: (messages) => this.arrived(messages),
      onError: failed,
      signal,
    });
  }

  isOwn = (message: Pick<Message, 'participant_id'>): boolean => this.members.isOwn(message);
  nameOf = (participantId: string): string | undefined => this.members.all.get(participantId)?.display_name;

  override close(): void {
    super.close();
    this.draft.close();
    this.typists.clear();
    this.outbox.close();
    this.uploads.close();
    this.reread.cancel();
  }

  /** @throws RangeError if 100 messages wait to be sent */
  send(draft: Draft): void {
    this.outbox.add(draft, this.draftKey);
    this.draftKey = randomKey();
    this.activities.sent();
    if (draft.kind === 'TEXT') this.draft.set('');
    if (this.pages.window.hasNewer) this.pages.newest().catch((error) => this.failed(error));
  }

  typed(): void {
    this.activities.typed(this.draftKey);
  }

  /** The reader has the end of the window on screen. */
  seen(): void {
    const { window } = this.pages;
    if (window.hasNewer) return;
    this.activities.read(window.last);
    this.changed();
  }

  /** Reads the conversation and its participants again, after a change of the reader's own. */
  async readAgain(): Promise<void> {
    await this.readConversation().catch((error) => this.failed(error));
  }

  refresh(message: Pick<Message, 'id'>): void {
    this.pages.refresh(message).catch((error) => this.failed(error));
  }

  protected take(): ConversationSnapshot {
    const { window } = this.pages;
    return {
      status: this.status,
      ended: this.ended,
      connection: this.connection,
      conversation: this.conversation,
      participants: this.members.all,
      self: this.members.self,
      messages: window.messages,
      hasOlder: window.hasOlder,
      hasNewer: window.hasNewer,
      newest: window.end,
      pending: this.outbox.pending,
      uploads: this.uploads.all,
      typing: this.typists.ids,
      lastSeen: this.activities.lastSeen,
      draft: this.draft.text,
    };
  }

  protected async read(): Promise<string | undefined> {
    await this.readConversation();
    const position = await this.pages.newest();
    if (this.stop.signal.aborted) return undefined;
    await this.draft.load();
    await this.outbox.load();
    return position;
  }

  private async readConversation(): Promise<void> {
    const includes = [...new Set([...READ, ...(this.options.includes ?? [])])];
    const given = { path: { conversation_id: this.id }, query: { includes }, signal: this.stop.signal };
    this.conversation = await this.tidings.call('GET /conversations/{conversation_id}', given);
    this.members.replace(this.conversation.participants ?? []);
    this.activities.known(this.conversation.read_status?.last_message_seen ?? 0);
    this.changed();
  }

  protected handle(frame: Frame): void {
    if ('position' in frame) this.pages.position = frame.position;
    if ('message' in frame) {
      this.typists.remove(frame.message.participant_id);
      this.arrived([frame.message]);
      this.pages.push(frame.message);
    } else if ('conversation' in frame) {
      const included = INCLUDED.flatMap((name) => (this.conversation?.[name] ? [[name, this.conversation[name]]] : []));
      this.conversation = { ...Object.fromEntries(included), ...frame.conversation };
      if (frame.type === 'CONVERSATION_UPDATED') this.reread.later();
    } else if (frame.type === 'PARTICIPANT_CREATED') {
      this.members.add(frame.participant);
    } else if ('read_status' in frame) {
      this.sawUpTo(frame.read_status);
    } else if (frame.type === 'PARTICIPANT_WAS_TYPING') {
      if (frame.participant.id !== this.members.self?.id) this.typists.add(frame.participant.id);
    } else if (frame.type === 'GAP') {
      this.pages.newest().catch((error) => this.failed(error));
      this.reread.later();
    }
    this.changed();
  }

  /** Another tab of the reader, or another reader, has seen messages. */
  private sawUpTo({ participant_id: id, last_message_seen }: ReadStatus & { readonly participant_id?: string }): void {
    this.members.saw(id, last_message_seen);
    if (id === undefined || id === this.members.self?.id) this.activities.known(last_message_seen);
  }

  private arrived(messages: readonly Message[]): void {
    for (const message of messages) if (message.source_id !== undefined) this.outbox.arrived(message.source_id);
  }

  /** An earlier page posted the message and left before its file was uploaded. */
  private async unfinished(id: string, { draft, key }: Pending): Promise<void> {
    try {
      const message = await this.pages.refresh({ id });
      if ('file' in draft && 'asset' in message && message.asset?.status === 'UPLOAD_PENDING')
        this.uploads.start(message, draft.file, key);
      else this.outbox.finished(key);
      this.outbox.arrived(message.source_id);
    } catch (error) {
      this.failed(error);
    }
  }

  protected override connected(state: FramesStatus['state']): void {
    const wasStale = this.connection === 'stale';
    super.connected(state);
    if (state === 'live' && wasStale) this.outbox.reconnected();
  }

  protected override failed(error: unknown): void {
    super.failed(error);
    if (error instanceof TidingsError && error.code === 'errors.conversation.archived') this.reread.later();
  }
}
