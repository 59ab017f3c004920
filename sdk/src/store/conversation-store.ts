import type { Conversation, ConversationInclude, Message } from '../api.js';
import { TidingsError } from '../errors.js';
import { randomKey } from '../random-key.js';
import { type Connect, type Frame, type FramesStatus, frames } from '../socket.js';
import type { Tidings } from '../tidings.js';
import { Activities } from './activities.js';
import { untilBegun } from './beginning.js';
import type { ConversationSnapshot } from './conversation-snapshot.js';
import { Debounced } from './debounced.js';
import { type Ended, endingOf } from './ending.js';
import { Members, type Reader } from './members.js';
import { MessagePages } from './message-pages.js';
import { Observable } from './observable.js';
import { KeptDraft } from './sending/kept-draft.js';
import { Outbox, type Pending } from './sending/outbox.js';
import { type Draft, memoryOutbox, type OutboxStorage } from './sending/outbox-storage.js';
import { Uploads } from './sending/uploads.js';
import { Typists } from './typists.js';

/** A burst of changes reads the conversation again this often at most. */
const REREAD_MS = 1_000;
const READ: readonly ConversationInclude[] = ['PARTICIPANTS', 'CURRENT_USER_READ_STATUS'];
const POST = 'POST /conversations/{conversation_id}/messages';

export interface ConversationOptions {
  readonly reader: Reader;
  /** Keeps unsent messages and the draft over reloads, as `indexedDbOutbox()`. Default: memory. */
  readonly outbox?: OutboxStorage;
  /** Further members of the conversation. Participants and read status are always read. */
  readonly includes?: readonly ConversationInclude[];
}

/** One conversation, as its reader sees, follows and writes it. */
export class ConversationStore extends Observable<ConversationSnapshot> {
  readonly pages: MessagePages;
  readonly members: Members;
  readonly outbox: Outbox;
  readonly uploads: Uploads;
  readonly typists: Typists;
  readonly activities: Activities;
  /** Text that is typed and not sent. */
  readonly draft: KeptDraft;
  private connection: FramesStatus['state'] = 'connecting';
  private conversation: Conversation | undefined;
  private ended: Ended | undefined;
  private isReady = false;
  private started: Promise<void> | undefined;
  private draftKey = randomKey();
  private readonly stop = new AbortController();
  private readonly reread = new Debounced(REREAD_MS, () => this.readConversation().catch(this.failed));

  constructor(
    private readonly tidings: Tidings,
    private readonly connect: Connect,
    readonly id: string,
    private readonly options: ConversationOptions,
  ) {
    super();
    const { reader, outbox: storage = memoryOutbox() } = options;
    const { signal } = this.stop;
    const scope = `${'userId' in reader ? reader.userId : reader.participantId}/${id}`;
    this.draft = new KeptDraft(storage, scope, this.changed);
    this.members = new Members(reader);
    this.typists = new Typists(this.changed);
    this.activities = new Activities(tidings, id, () => this.members.self?.id, this.failed);
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
        onError: this.failed,
      },
    );
    this.pages = new MessagePages(tidings, id, {
      onChange: this.changed,
      onRead: (messages) => this.arrived(messages),
      onError: this.failed,
      signal,
    });
  }

  isOwn = (message: Pick<Message, 'participant_id'>): boolean => this.members.isOwn(message);
  nameOf = (participantId: string): string | undefined => this.members.all.get(participantId)?.display_name;

  /** Reads the newest messages, then follows. Errors that pass are tried again. @throws TidingsError, SignedOut */
  start(): Promise<void> {
    this.started ??= untilBegun(() => this.begin(), this.stop.signal).catch((error) => {
      if (!this.stop.signal.aborted) this.end(endingOf(error) ?? { reason: 'failed', error });
      throw error;
    });
    return this.started;
  }

  close(): void {
    this.draft.close();
    this.stop.abort();
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
    if (this.pages.window.hasNewer) this.pages.newest().catch(this.failed);
  }

  typed(): void {
    this.activities.typed(this.draftKey);
  }

  /** The reader has the end of the window on screen. */
  read(): void {
    const { window } = this.pages;
    if (window.hasNewer) return;
    this.activities.read(window.last);
    this.changed();
  }

  refresh(message: Pick<Message, 'id'>): void {
    this.pages.refresh(message).catch(this.failed);
  }

  protected take(): ConversationSnapshot {
    const { window } = this.pages;
    return {
      status: this.ended ? 'ended' : this.isReady ? 'ready' : 'loading',
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

  private async begin(): Promise<void> {
    await this.readConversation();
    const position = await this.pages.newest();
    if (this.stop.signal.aborted) return;
    await this.draft.load();
    await this.outbox.load();
    this.isReady = true;
    this.changed();
    void this.follow(position);
  }

  private async follow(after: string | undefined): Promise<void> {
    const options = { signal: this.stop.signal, onStatus: (status: FramesStatus) => this.connected(status) };
    const from = after === undefined ? options : { ...options, after };
    try {
      for await (const frame of frames(this.tidings, this.connect, `conversations/${this.id}`, from))
        this.handle(frame);
    } catch (error) {
      if (!this.stop.signal.aborted) this.end(endingOf(error) ?? { reason: 'failed', error });
    }
  }

  private async readConversation(): Promise<void> {
    const includes = [...new Set([...READ, ...(this.options.includes ?? [])])];
    const given = { path: { conversation_id: this.id }, query: { includes }, signal: this.stop.signal };
    this.conversation = await this.tidings.call('GET /conversations/{conversation_id}', given);
    this.members.replace(this.conversation.participants ?? []);
    this.activities.known(this.conversation.read_status?.last_message_seen ?? 0);
    this.changed();
  }

  private handle(frame: Frame): void {
    if ('position' in frame) this.pages.position = frame.position;
    if ('message' in frame) {
      this.typists.remove(frame.message.participant_id);
      this.arrived([frame.message]);
      this.pages.push(frame.message);
    } else if ('conversation' in frame) {
      this.conversation = { ...this.conversation, ...frame.conversation };
      if (frame.type === 'CONVERSATION_UPDATED') this.reread.later();
    } else if (frame.type === 'PARTICIPANT_CREATED') {
      this.members.add(frame.participant);
    } else if (frame.type === 'PARTICIPANT_WAS_TYPING') {
      if (frame.participant.id !== this.members.self?.id) this.typists.add(frame.participant.id);
    } else if (frame.type === 'GAP') {
      this.pages.newest().catch(this.failed);
      this.reread.later();
    }
    this.changed();
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

  private connected({ state }: FramesStatus): void {
    const wasStale = this.connection === 'stale';
    this.connection = state;
    if (state === 'live' && wasStale) this.outbox.reconnected();
    this.changed();
  }

  /** Any failure but an end heals with the next frame or the next step of the reader. */
  private readonly failed = (error: unknown): void => {
    const ending = endingOf(error);
    if (ending) this.end(ending);
    else if (error instanceof TidingsError && error.code === 'errors.conversation.archived') this.reread.later();
  };

  private end(ended: Ended): void {
    if (this.ended) return;
    this.ended = ended;
    this.close();
    this.changed();
  }
}
