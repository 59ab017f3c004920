import type { ConversationInclude } from './api.js';
import type { Connect } from './live/connect.js';
import type { Platform } from './live/platform.js';
import { ConversationListStore, type ConversationQuery } from './store/conversation-list-store.js';
import { ConversationStore } from './store/conversation-store.js';
import { Feed } from './store/feed.js';
import type { Reader } from './store/members.js';
import type { OutboxStorage } from './store/sending/outbox-storage.js';
import type { Tidings } from './tidings.js';

export {
  type ConversationListSnapshot,
  ConversationListStore,
  type ConversationQuery,
} from './store/conversation-list-store.js';
export type { ConversationSnapshot } from './store/conversation-snapshot.js';
export { type ConversationOptions, ConversationStore } from './store/conversation-store.js';
export type { Ended } from './store/ending.js';
export type { Feed, FeedSnapshot } from './store/feed.js';
export type { Member, Reader } from './store/members.js';
export type { Sequenced } from './store/message-window.js';
export { indexedDbOutbox } from './store/sending/indexed-db-outbox.js';
export type { Pending } from './store/sending/outbox.js';
export { type Draft, type KeptMessage, memoryOutbox, type OutboxStorage } from './store/sending/outbox-storage.js';
export type { Upload } from './store/sending/uploads.js';

export interface StoreOptions {
  readonly tidings: Tidings;
  /** `io` of `socket.io-client`. */
  readonly connect: Connect;
  readonly reader: Reader;
  /** Keeps unsent messages and drafts over reloads, as `indexedDbOutbox()`. Default: memory. */
  readonly outbox?: OutboxStorage;
  /** Further members of each conversation. */
  readonly includes?: readonly ConversationInclude[];
  /** Default: the clock and the events of the page. Others can say when an app wakes up. */
  readonly platform?: Platform;
}

/** A store that several views use. It is closed one second after the last of them has released it. */
export interface Held<Store> {
  readonly store: Store;
  readonly release: () => void;
}

/** A view that comes back soon finds its store as it was. */
const KEPT_MS = 1_000;

interface Closable {
  close(): void;
}

/** The conversations that a page shows. Views of the same conversation or list share one store and one socket. */
export class TidingsStore {
  private readonly held = new Map<string, { readonly store: Closable; views: number }>();

  constructor(readonly options: StoreOptions) {}

  /** The conversation, which is read and followed until it is released. Its snapshot shows an error of the start. */
  conversation(id: string): Held<ConversationStore> {
    const { tidings, connect, ...options } = this.options;
    return this.hold(`conversation/${id}`, () => new ConversationStore(tidings, connect, id, options));
  }

  /** The conversations of a query, as a user or an API key reads them. All lists share a feed. */
  conversations(query: ConversationQuery = {}): Held<ConversationListStore> {
    const { tidings, connect } = this.options;
    const feed = this.feed();
    const key = `conversations/${JSON.stringify(query)}`;
    const held = this.hold(key, () => new ConversationListStore(tidings, connect, query, feed.store));
    const release = () => {
      held.release();
      feed.release();
    };
    return { store: held.store, release };
  }

  /** The frames of all conversations, for a user or an API key. */
  feed(): Held<Feed> {
    const { tidings, connect, platform } = this.options;
    return this.hold('feed', () => new Feed(tidings, connect, platform));
  }

  private hold<S extends Closable & { start(): Promise<void> }>(key: string, make: () => S): Held<S> {
    const known = this.held.get(key) ?? { store: make(), views: 0 };
    this.held.set(key, known);
    known.views++;
    const store = known.store as S;
    store.start().catch(() => {});
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      known.views--;
      setTimeout(() => {
        if (known.views > 0 || this.held.get(key) !== known) return;
        this.held.delete(key);
        store.close();
      }, KEPT_MS);
    };
    return { store, release };
  }
}
