import type { Recorded } from '../../src/kernel/event.js';
import { projection, unchanged } from '../../src/kernel/projection.js';
import { innerId, parseStreamName } from '../../src/kernel/stream.js';
import type {
  ConversationChanged,
  ConversationEvent,
  ConversationOpened,
} from '../../src/modules/conversations/conversation/domain/conversation.events.js';

export interface BlobReference {
  readonly digest: string;
  readonly conversationId: string;
}

/** An erased event does not say whether its value was in it. */
const digestIn = ({ data: { data }, meta }: Recorded<ConversationOpened | ConversationChanged>): string | undefined =>
  data && data.value === undefined && !meta.erased ? data.digest : undefined;

function named(before: BlobReference | undefined, event: Recorded<ConversationOpened | ConversationChanged>) {
  const digest = digestIn(event);
  return digest === undefined ? before : { digest, conversationId: parseStreamName(event.meta.stream).id };
}

/** Blobs that events of a conversation name, also such as a later event replaced. Keyed `<digest>.<conversation>`. */
export const blobReferences = projection<BlobReference, ConversationEvent>({
  name: 'blob-reference',
  version: 1,
  erasedWith: 'conversation',
  fields: { digest: ({ digest }) => digest },
  indexes: [['digest']],

  key(event) {
    if (event.type !== 'ConversationOpened' && event.type !== 'ConversationChanged') return undefined;
    const digest = digestIn(event);
    return digest === undefined ? undefined : innerId(digest, parseStreamName(event.meta.stream).id);
  },

  on: {
    ConversationOpened: named,
    ConversationChanged: named,
    ConversationArchived: unchanged,
    ConversationLabelled: unchanged,
    ConversationLocked: unchanged,
    ConversationUnlocked: unchanged,
    ConversationLockExpired: unchanged,
    LegalHoldPlaced: unchanged,
    LegalHoldLifted: unchanged,
    ConversationRemoved: unchanged,
  },
});
