import { type Erasure, type ErasureEvent, eventsIn, subjectOf } from '../../src/kernel/erasure.js';
import type { Recorded } from '../../src/kernel/event.js';
import { changes, creates, projection } from '../../src/kernel/projection.js';
import { innerId, parseStreamName } from '../../src/kernel/stream.js';
import type {
  ConversationErased,
  ConversationRemoved,
} from '../../src/modules/conversations/conversation/domain/conversation.events.js';
import type { ParticipantErased } from '../../src/modules/conversations/conversation/domain/membership.events.js';

type Begins = ConversationErased | ConversationRemoved | ParticipantErased;

const begun = (
  { meta: { id, actor, at } }: Recorded,
  subject: Pick<Erasure, 'kind' | 'subjectId' | 'conversationId'>,
): Erasure => ({ id, ...subject, requestedBy: actor, requestedAt: at, events: 0 });

const conversation = (kind: 'CONVERSATION' | 'RETENTION') =>
  creates<Erasure, ConversationErased | ConversationRemoved>((event) => {
    const { id } = parseStreamName(event.meta.stream);
    return begun(event, { kind, subjectId: id, conversationId: id });
  });

/** The conversation whose stream decided the erasure of a subject; undefined for a user. */
function conversationIn(key: string): string | undefined {
  const subject = subjectOf(key);
  return subject.kind === 'user' ? undefined : subject.conversationId;
}

/** Erasures of a tenant, by the key of their subject. Their certificates hold ids and times alone. */
export const erasures = projection<Erasure, Begins | ErasureEvent>({
  name: 'erasure',
  version: 1,
  erasedWith: 'never',
  streams: { conversation: conversationIn, erasure: (key) => key },
  fields: {
    id: ({ id }) => id,
    kind: ({ kind }) => kind,
    subjectId: ({ subjectId }) => subjectId,
    requestedAt: ({ requestedAt }) => requestedAt,
  },
  indexes: [['requestedAt'], ['kind', 'requestedAt'], ['subjectId', 'requestedAt'], ['id']],
  counters: [[], ['kind'], ['subjectId'], ['kind', 'subjectId']],

  key({ type, data, meta }) {
    const { id } = parseStreamName(meta.stream);
    return type === 'ParticipantErased' ? innerId(id, data.participantId) : id;
  },

  on: {
    ConversationErased: conversation('CONVERSATION'),
    ConversationRemoved: conversation('RETENTION'),
    ParticipantErased: creates((event) => {
      const conversationId = parseStreamName(event.meta.stream).id;
      return begun(event, { kind: 'PARTICIPANT', subjectId: event.data.participantId, conversationId });
    }),
    UserErased: creates((event) => begun(event, { kind: 'USER', subjectId: event.data.userId })),
    ErasureAdvanced: changes((erasure, { data }) => ({ ...erasure, events: erasure.events + eventsIn(data.ranges) })),
    ErasureCompleted: changes((erasure, { data, meta }) => {
      const { completedAt = meta.at, signature } = data;
      return { ...erasure, completedAt, ...(signature === undefined ? {} : { signature }) };
    }),
  },
});
