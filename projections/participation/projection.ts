import { type ErasureCompleted, subjectOf } from '../../src/kernel/erasure.js';
import { changes, creates, projection } from '../../src/kernel/projection.js';
import { innerId, parseInnerId, parseStreamName } from '../../src/kernel/stream.js';
import type {
  ParticipantErased,
  ParticipantJoined,
  ParticipantKind,
} from '../../src/modules/conversations/conversation/domain/membership.events.js';

/** That someone takes or took part in a conversation. */
export interface Participation {
  readonly conversationId: string;
  readonly participantId: string;
  readonly kind: ParticipantKind;
  readonly userId?: string;
  /** They are erased. */
  readonly erased?: true;
  /** Nothing of them is left. */
  readonly isComplete?: true;
}

/**
 * Participations of users, those that ended too, and of all who are erased. It finds the participants of a user, and says
 * of which participants nothing is shown. Keyed `<conversation>.<participant>`.
 */
export const participations = projection<Participation, ParticipantJoined | ParticipantErased | ErasureCompleted>({
  name: 'participation',
  version: 1,
  erasedWith: 'conversation',
  streams: { conversation: (key) => parseInnerId(key)[0], erasure: (key) => key },
  fields: {
    userId: ({ userId }) => userId,
    isComplete: ({ isComplete = false }) => isComplete,
  },
  indexes: [['userId', 'isComplete']],

  key({ type, data, meta }) {
    const { id } = parseStreamName(meta.stream);
    if (type === 'ParticipantErased') return innerId(id, data.participantId);
    if (type === 'ParticipantJoined') return data.userId === undefined ? undefined : innerId(id, data.participantId);
    return subjectOf(id).kind === 'participant' ? id : undefined;
  },

  on: {
    ParticipantJoined: creates(({ data: { participantId, kind, userId }, meta }) => ({
      ...{ conversationId: parseStreamName(meta.stream).id, participantId, kind },
      ...(userId === undefined ? {} : { userId }),
    })),
    ParticipantErased: (_, { data, meta }) => ({
      ...data,
      conversationId: parseStreamName(meta.stream).id,
      erased: true,
    }),
    ErasureCompleted: changes((participation) => ({ ...participation, isComplete: true as const })),
  },
});
