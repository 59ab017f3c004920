import type { Instant } from '../../src/kernel/instant.js';
import type { Projection } from '../../src/kernel/projection.js';
import { innerId, parseStreamName } from '../../src/kernel/stream.js';
import type {
  MembershipEvent,
  Participant,
  ParticipantChanged,
} from '../../src/modules/conversation/domain/membership.events.js';
import type { MessagePosted } from '../../src/modules/message/domain/message.events.js';
import type { MessageSeen } from '../../src/modules/participant/domain/participant.events.js';

export interface RosterEntry extends Participant {
  readonly id: string;
  readonly tenantId: string;
  readonly conversationId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The position of their joining: who came together stands in the order they were listed. */
  readonly joined: number;
  /** The sequence of the last message seen. */
  readonly seen: number;
  readonly revision: number;
}

function changed(
  entry: RosterEntry,
  { participantId: _, ...patch }: ParticipantChanged['data'],
  at: Instant,
): RosterEntry {
  const merged = Object.entries({ ...entry, ...patch }).filter(([, value]) => value !== null);
  return { ...(Object.fromEntries(merged) as unknown as RosterEntry), updatedAt: at, revision: entry.revision + 1 };
}

/** Who takes part in a conversation, and how far each has read. Keyed `<conversation>.<participant>`. */
export const participantRoster: Projection<RosterEntry, MembershipEvent | MessageSeen | MessagePosted> = {
  name: 'participant-roster',
  version: 1,
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
    text: ({ displayName }) => displayName,
  },
  events: ['ParticipantJoined', 'ParticipantChanged', 'ParticipantLeft', 'MessageSeen', 'MessagePosted'],
  createdBy: ['ParticipantJoined'],

  key({ type, data, meta }) {
    const { id } = parseStreamName(meta.stream);
    if (type === 'MessageSeen') return id;
    return innerId(id, type === 'MessagePosted' ? data.seenBy : data.participantId);
  },

  evolve(entry, { type, data, meta }) {
    if (type === 'ParticipantJoined') {
      const { participantId, fromSequence, ...participant } = data;
      const { id: conversationId, tenantId } = parseStreamName(meta.stream);
      const dates = { createdAt: meta.at, updatedAt: meta.at };
      return {
        ...participant,
        id: participantId,
        tenantId,
        conversationId,
        ...dates,
        joined: meta.position,
        seen: fromSequence,
        revision: 1,
      };
    }
    if (!entry) return entry;
    switch (type) {
      case 'ParticipantChanged':
        return changed(entry, data, meta.at);
      case 'ParticipantLeft':
        return undefined;
      case 'MessageSeen':
      case 'MessagePosted':
        return data.sequence > entry.seen ? { ...entry, seen: data.sequence } : entry;
    }
  },
};
