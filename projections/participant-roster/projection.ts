import type { Recorded } from '../../src/kernel/event.js';
import { type Instant, later } from '../../src/kernel/instant.js';
import { changes, creates, deletes, projection, unchanged } from '../../src/kernel/projection.js';
import { innerId, parseInnerId, parseStreamName } from '../../src/kernel/stream.js';
import type {
  MembershipEvent,
  Participant,
  ParticipantChanged,
} from '../../src/modules/conversations/conversation/domain/membership.events.js';
import type { MessageEvent, MessagePosted } from '../../src/modules/conversations/message/domain/message.events.js';
import type { MessageSeen } from '../../src/modules/conversations/participant/domain/participant.events.js';

export interface RosterEntry extends Participant {
  readonly id: string;
  readonly tenantId: string;
  readonly conversationId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The position of their joining. Participants who joined together are in the order of their list. */
  readonly joined: number;
  /** The sequence of the last message seen. */
  readonly seen: number;
  readonly revision: number;
  /** They are erased since. Only entries as of a moment of the past have it. */
  readonly erased?: true;
}

function changed(entry: RosterEntry, { data, meta }: Recorded<ParticipantChanged>): RosterEntry {
  const { participantId: _, seen = 0, ...patch } = data;
  const merged = Object.entries({ ...entry, ...patch, seen: Math.max(entry.seen, seen) }).filter(
    ([, value]) => value !== null,
  );
  const values = Object.fromEntries(merged) as unknown as RosterEntry;
  return { ...values, updatedAt: later(entry.updatedAt, meta.at), revision: entry.revision + 1 };
}

/** A read marker never goes back. */
const seenTo = (entry: RosterEntry, { data: { sequence } }: Recorded<MessageSeen | MessagePosted>): RosterEntry =>
  sequence > entry.seen ? { ...entry, seen: sequence } : entry;

/** Participants of a conversation with their read markers. Keyed `<conversation>.<participant>`. */
export const participantRoster = projection<RosterEntry, MembershipEvent | MessageSeen | MessageEvent>({
  name: 'participant-roster',
  version: 4,
  erasedWith: 'conversation',
  streams: { conversation: (key) => parseInnerId(key)[0] },
  fields: {
    conversationId: ({ conversationId }) => conversationId,
    joined: ({ joined }) => joined,
    userId: ({ userId }) => userId,
    kind: ({ kind }) => kind,
  },
  indexes: [
    ['conversationId', 'joined'],
    ['conversationId', 'kind'],
    ['userId', 'conversationId'],
  ],
  counters: [['conversationId']],
  search: {
    index: 'conversation',
    group: ({ conversationId }) => conversationId,
    text: ({ displayName, phoneNumber = '', email = '' }) => [displayName, phoneNumber, email].join(' '),
  },

  key({ type, data, meta }) {
    const { id } = parseStreamName(meta.stream);
    if (type === 'MessageSeen') return id;
    if (type === 'MessageDeleted' || type === 'AssetStatusChanged') return undefined;
    return innerId(id, type === 'MessagePosted' ? data.seenBy : data.participantId);
  },

  on: {
    ParticipantJoined: creates(({ data, meta }) => {
      const { participantId, fromSequence, displayName = '', ...participant } = data;
      const { id: conversationId, tenantId } = parseStreamName(meta.stream);
      return {
        ...participant,
        displayName,
        id: participantId,
        tenantId,
        conversationId,
        createdAt: meta.at,
        updatedAt: meta.at,
        joined: meta.position,
        seen: fromSequence,
        revision: 1,
      };
    }),
    ParticipantChanged: changes(changed),
    ParticipantLeft: deletes,
    ParticipantErased: unchanged,
    MessageSeen: changes(seenTo),
    MessagePosted: changes(seenTo),
    MessageDeleted: unchanged,
    AssetStatusChanged: unchanged,
  },
});
