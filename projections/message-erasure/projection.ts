import type { Erasure } from '../../src/kernel/erasure.js';
import { creates, projection } from '../../src/kernel/projection.js';
import { innerId, parseStreamName } from '../../src/kernel/stream.js';
import type { MessageDeleted } from '../../src/modules/conversations/message/domain/message.events.js';

/** Deletions of messages as erasures: a deletion is decided, carried out and certified by one event. */
export const messageErasures = projection<Erasure, MessageDeleted>({
  name: 'message-erasure',
  version: 1,
  erasedWith: 'never',
  fields: {
    id: ({ id }) => id,
    subjectId: ({ subjectId }) => subjectId,
    requestedAt: ({ requestedAt }) => requestedAt,
  },
  indexes: [['requestedAt'], ['subjectId', 'requestedAt'], ['id']],
  counters: [[], ['subjectId']],

  key: ({ data, meta }) => innerId(parseStreamName(meta.stream).id, data.messageId),

  on: {
    MessageDeleted: creates(
      ({ data, meta: { id, actor, at, stream } }): Erasure => ({
        ...{ id, kind: 'MESSAGE', subjectId: data.messageId, conversationId: parseStreamName(stream).id },
        ...{ requestedBy: actor, requestedAt: at, completedAt: at, events: 1 },
      }),
    ),
  },
});
