import type { Instant } from '../../src/kernel/instant.js';
import { creates, projection } from '../../src/kernel/projection.js';
import { parseStreamName } from '../../src/kernel/stream.js';
import type { ConversationRemoved } from '../../src/modules/conversations/conversation/domain/conversation.events.js';

export interface RemovedConversation {
  readonly id: string;
  readonly removedAt: Instant;
}

/** Conversations that are permanently removed, so that nothing about them is published. */
export const removedConversations = projection<RemovedConversation, ConversationRemoved>({
  name: 'removed-conversation',
  version: 1,
  erasedWith: 'never',
  fields: {},
  indexes: [],

  key: ({ meta }) => parseStreamName(meta.stream).id,

  on: {
    ConversationRemoved: creates(({ meta }) => ({ id: parseStreamName(meta.stream).id, removedAt: meta.at })),
  },
});
