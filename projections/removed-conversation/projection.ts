import type { Recorded } from '../../src/kernel/event.js';
import type { Instant } from '../../src/kernel/instant.js';
import { creates, projection } from '../../src/kernel/projection.js';
import { parseStreamName } from '../../src/kernel/stream.js';
import type {
  ConversationErased,
  ConversationRemoved,
} from '../../src/modules/conversations/conversation/domain/conversation.events.js';

type Removal = ConversationRemoved | ConversationErased;

export interface RemovedConversation {
  readonly id: string;
  readonly removedAt: Instant;
  /** By request. */
  readonly erased?: true;
}

const removed = creates<RemovedConversation, Removal>(({ type, meta }: Recorded<Removal>) => ({
  id: parseStreamName(meta.stream).id,
  removedAt: meta.at,
  ...(type === 'ConversationErased' ? { erased: true } : {}),
}));

/** Conversations that are permanently removed, so that nothing about them is published. */
export const removedConversations = projection<RemovedConversation, Removal>({
  name: 'removed-conversation',
  version: 1,
  erasedWith: 'never',
  streams: { conversation: (id) => id },
  fields: {},
  indexes: [],

  key: ({ meta }) => parseStreamName(meta.stream).id,

  on: {
    ConversationRemoved: removed,
    ConversationErased: removed,
  },
});
