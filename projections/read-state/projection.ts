import { POSTED_WORD, readerWord } from '../../src/catalogue/text/hidden-words.js';
import type { Recorded } from '../../src/kernel/event.js';
import { changes, creates, deletes, projection, unchanged } from '../../src/kernel/projection.js';
import { parseInnerId, parseStreamName } from '../../src/kernel/stream.js';
import type {
  ConversationArchived,
  ConversationChanged,
  ConversationErased,
  ConversationOpened,
  ConversationRemoved,
} from '../../src/modules/conversations/conversation/domain/conversation.events.js';
import type {
  MembershipEvent,
  ParticipantJoined,
} from '../../src/modules/conversations/conversation/domain/membership.events.js';
import type { MessagePosted } from '../../src/modules/conversations/message/domain/message.events.js';
import type { MessageSeen } from '../../src/modules/conversations/participant/domain/participant.events.js';
import type { ConversationSeen } from '../../src/modules/conversations/participant/domain/reader.events.js';

interface Marker {
  /** Id of the participant whose marker it is. */
  readonly id: string;
  readonly seen: number;
}

/** How far each user has read in a conversation. */
export interface ReadState {
  readonly id: string;
  readonly archived: boolean;
  readonly lastSequence: number;
  /** The marker that all users share. */
  readonly shared?: Marker;
  /** Participants that are users. */
  readonly users: readonly (Marker & { readonly userId: string })[];
  /** Marks of users from a time in which they take no part. */
  readonly marks: readonly Read[];
}

interface Read {
  readonly userId: string;
  readonly seen: number;
}

type State = ReadState;

/**
 * How far each user has read, of those who have read anything. A participant has their marker or the shared one, another
 * user their own mark.
 */
function readIn({ lastSequence, shared, users, marks }: State): readonly Read[] {
  const members = new Set(users.map(({ userId }) => userId));
  const others = marks.filter(({ userId }) => !members.has(userId));
  return [
    ...users.map(({ userId, seen }) => ({ userId, seen: (shared ?? { seen }).seen })),
    ...others.map(({ userId, seen }) => ({ userId, seen: Math.max(seen, shared?.seen ?? 0) })),
  ]
    .map(({ userId, seen }) => ({ userId, seen: Math.min(seen, lastSequence) }))
    .filter(({ seen }) => seen > 0);
}

const isToEnd = ({ lastSequence }: State, { seen }: Read): boolean => seen === lastSequence;

/** The name of a sum over archived or open conversations: of all that has messages, or of what a user has read. */
export const readSum = (archived: boolean, of: 'conversations' | 'messages', userId = ''): string =>
  `${archived ? 'archived' : 'open'} ${of} ${userId}`;

function sums(state: State): readonly (readonly [string, number])[] {
  if (state.lastSequence === 0) return [];
  const { archived, lastSequence } = state;
  const name = (of: 'conversations' | 'messages', userId?: string) => readSum(archived, of, userId);
  return [
    [name('conversations'), 1],
    [name('messages'), lastSequence],
    ...readIn(state).flatMap((read) => {
      const seen = [name('messages', read.userId), read.seen] as const;
      return isToEnd(state, read) ? [[name('conversations', read.userId), 1] as const, seen] : [seen];
    }),
  ];
}

function wordsOf(state: State): string {
  if (state.lastSequence === 0) return '';
  const readers = readIn(state).filter((read) => isToEnd(state, read));
  return [POSTED_WORD, ...readers.map(({ userId }) => readerWord(userId))].join(' ');
}

const opened = ({ data, meta }: Recorded<ConversationOpened>): State => ({
  id: parseStreamName(meta.stream).id,
  archived: data.archived ?? false,
  lastSequence: 0,
  users: [],
  marks: [],
});

function joined(
  state: State,
  { participantId: id, kind, userId, fromSequence: seen }: ParticipantJoined['data'],
): State {
  if (kind === 'SHARED') return { ...state, shared: { id, seen } };
  return userId === undefined ? state : { ...state, users: [...state.users, { id, userId, seen }] };
}

function left({ shared, ...state }: State, participantId: string): State {
  const users = state.users.filter(({ id }) => id !== participantId);
  return { ...state, users, ...(shared && shared.id !== participantId ? { shared } : {}) };
}

/** A marker never goes back. */
function moved(state: State, participantId: string, sequence: number): State {
  const on = <M extends Marker>(marker: M): M =>
    marker.id === participantId && marker.seen < sequence ? { ...marker, seen: sequence } : marker;
  return { ...state, users: state.users.map(on), ...(state.shared ? { shared: on(state.shared) } : {}) };
}

function marked(state: State, { userId, sequence }: ConversationSeen['data']): State {
  const before = state.marks.find((mark) => mark.userId === userId);
  if (before && before.seen >= sequence) return state;
  return { ...state, marks: [...state.marks.filter((mark) => mark !== before), { userId, seen: sequence }] };
}

const innerOf = ({ meta }: Recorded): readonly string[] => parseInnerId(parseStreamName(meta.stream).id);

/**
 * One document a conversation says how far users have read, so that a post needs one write. Its words in the search index
 * are the users who have read to the end. Its sums count all there is, and the part that each user has read.
 */
export const readStates = projection<
  State,
  | ConversationOpened
  | ConversationChanged
  | ConversationArchived
  | ConversationRemoved
  | ConversationErased
  | MembershipEvent
  | MessagePosted
  | MessageSeen
  | ConversationSeen
>({
  name: 'read-state',
  version: 1,
  erasedWith: 'conversation',
  fields: {},
  indexes: [],
  search: {
    index: 'conversation',
    group: ({ id }) => id,
    text: wordsOf,
  },
  sums,

  key: (event) =>
    event.type === 'MessageSeen' || event.type === 'ConversationSeen'
      ? innerOf(event)[0]
      : parseStreamName(event.meta.stream).id,

  on: {
    ConversationOpened: creates(opened),
    ConversationChanged: changes((state, { data: { archived } }) =>
      archived === false ? { ...state, archived } : state,
    ),
    ConversationArchived: changes((state) => ({ ...state, archived: true })),
    ConversationRemoved: deletes,
    ConversationErased: deletes,
    ParticipantJoined: changes((state, { data }) => joined(state, data)),
    ParticipantChanged: changes((state, { data }) =>
      data.seen === undefined ? state : moved(state, data.participantId, data.seen),
    ),
    ParticipantLeft: changes((state, { data }) => left(state, data.participantId)),
    ParticipantErased: unchanged,
    MessagePosted: changes((state, { data }) => ({
      ...moved(state, data.seenBy, data.sequence),
      lastSequence: data.sequence,
    })),
    MessageSeen: changes((state, event) => moved(state, innerOf(event)[1] ?? '', event.data.sequence)),
    ConversationSeen: changes((state, { data }) => marked(state, data)),
  },
});
