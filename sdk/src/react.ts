import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Message } from './api.js';
import type { ConversationListSnapshot, ConversationListStore } from './store/conversation-list-store.js';
import type { ConversationStore } from './store/conversation-store.js';
import type { Observable } from './store/observable.js';
import type { ConversationQuery, ConversationSnapshot, Draft, Held, TidingsStore } from './store.js';

const Context = createContext<TidingsStore | undefined>(undefined);

/** Gives a store to the hooks inside. */
export const TidingsProvider = ({ store, children }: { readonly store: TidingsStore; readonly children?: ReactNode }) =>
  createElement(Context.Provider, { value: store }, children);

/** The store of the provider around. @throws Error outside of a provider */
export function useTidings(): TidingsStore {
  const store = useContext(Context);
  if (!store) throw new Error('There is no TidingsProvider around this component');
  return store;
}

/** Functions of a view of a conversation. They stay the same while the id does. */
export interface ConversationActions {
  /** Sends a text, a location or a file. @throws RangeError if 100 messages wait to be sent */
  send(draft: string | Draft): void;
  /** Tries a message that was refused again. */
  retry(key: string): void;
  /** Gives up a message that was not sent. */
  discard(key: string): void;
  cancelUpload(messageId: string): void;
  /** Adds 50 messages at one side. */
  more(side: 'older' | 'newer'): void;
  /** Shows the newest messages. */
  toNewest(): void;
  /** Whether the reader looks at the newest messages. The window then follows them. */
  atEnd(isAtEnd: boolean): void;
  /** The reader has the conversation on screen. The service gets this at most once in 30 seconds. */
  opened(): void;
  /** Reads a message again: the URLs of its file are good for some minutes only. */
  refresh(message: Pick<Message, 'id'>): void;
  /** Sends the file of a failed upload again. */
  retryUpload(message: Message): void;
  /** Reads the conversation and its participants again. */
  readAgain(): Promise<void>;
  /** Keeps the text that is typed. The other participants see that the reader types. */
  type(text: string): void;
  /** The reader has the newest message on screen. */
  seen(): void;
}

const LOADING: ConversationSnapshot = {
  status: 'loading',
  ended: undefined,
  connection: 'connecting',
  conversation: undefined,
  participants: new Map(),
  self: undefined,
  messages: [],
  hasOlder: false,
  hasNewer: false,
  newest: 0,
  pending: [],
  uploads: new Map(),
  typing: [],
  lastSeen: 0,
  draft: '',
};

const EMPTY: ConversationListSnapshot = {
  status: 'loading',
  ended: undefined,
  connection: 'connecting',
  conversations: [],
  start: 0,
  total: 0,
  hasMore: false,
  typing: new Map(),
};

/** A conversation, live, with its messages, and what a view of it can do. */
export function useConversation(id: string): ConversationSnapshot & ConversationActions {
  const tidings = useTidings();
  const store = useHeld(() => tidings.conversation(id), tidings, id);
  const snapshot = useSnapshot(store, LOADING);
  const actions = useMemo(() => actionsOf(store), [store]);
  return { ...snapshot, ...actions };
}

/** Functions of a view of a list. They stay the same while the query does. */
export interface ConversationListActions {
  /** Adds the next page. */
  more(): void;
  /** Reads the conversations between two places of the list, and some around them. It gives up those far away. */
  show(first: number, last: number): void;
}

/** The conversations of a query, live. */
export function useConversations(query: ConversationQuery = {}): ConversationListSnapshot & ConversationListActions {
  const tidings = useTidings();
  const key = JSON.stringify(query);
  const store = useHeld(() => tidings.conversations(query), tidings, key);
  const snapshot = useSnapshot<ConversationListSnapshot, ConversationListStore>(store, EMPTY);
  const actions = useMemo(
    () => ({
      more: () => void store?.more(),
      show: (first: number, last: number) => void store?.show(first, last),
    }),
    [store],
  );
  return { ...snapshot, ...actions };
}

/** The store that the key names. A component that leaves releases it. */
function useHeld<S>(hold: () => Held<S>, tidings: TidingsStore, key: string): S | undefined {
  const [held, setHeld] = useState<{ readonly store: S; readonly key: string }>();
  useEffect(() => {
    const { store, release } = hold();
    setHeld({ store, key });
    return release;
  }, [tidings, key]);
  return held?.key === key ? held.store : undefined;
}

const never = () => () => {};

const useSnapshot = <T, S extends Observable<T>>(store: S | undefined, initial: T): T =>
  useSyncExternalStore(
    store?.subscribe ?? never,
    () => store?.snapshot ?? initial,
    () => initial,
  );

const actionsOf = (store: ConversationStore | undefined): ConversationActions => ({
  send: (draft) => store?.send(typeof draft === 'string' ? { kind: 'TEXT', text: draft } : draft),
  retry: (key) => store?.outbox.retry(key),
  discard: (key) => store?.outbox.discard(key),
  cancelUpload: (messageId) => store?.uploads.cancel(messageId),
  more: (side) => void store?.pages.more(side),
  toNewest: () => void store?.pages.newest().catch(() => {}),
  type: (text) => {
    store?.draft.set(text);
    if (text.trim() !== '') store?.typed();
  },
  seen: () => store?.seen(),
  atEnd: (isAtEnd) => {
    if (store) store.pages.isAtEnd = isAtEnd;
  },
  opened: () => store?.activities.opened(),
  refresh: (message) => store?.refresh(message),
  retryUpload: (message) => store?.uploads.retry(message),
  readAgain: async () => store?.readAgain(),
});
