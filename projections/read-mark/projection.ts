import { ofOneStream, projection } from '../../src/kernel/projection.js';
import { parseInnerId, parseStreamName } from '../../src/kernel/stream.js';
import type { ConversationSeen } from '../../src/modules/conversations/participant/domain/reader.events.js';

/** How far a user has read in a conversation in which they take no part. */
export interface ReadMark {
  readonly conversationId: string;
  readonly userId: string;
  readonly seen: number;
}

/** Keyed `<conversation>.<user>`. */
export const readMarks = projection<ReadMark, ConversationSeen>({
  name: 'read-mark',
  version: 1,
  erasedWith: 'conversation',
  ...ofOneStream('reader'),
  fields: { conversationId: ({ conversationId }) => conversationId },
  indexes: [['conversationId']],

  on: {
    ConversationSeen: (mark, { data: { userId, sequence }, meta }) => ({
      conversationId: parseInnerId(parseStreamName(meta.stream).id)[0],
      userId,
      seen: Math.max(mark?.seen ?? 0, sequence),
    }),
  },
});
