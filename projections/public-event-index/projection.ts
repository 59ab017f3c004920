import type { Position, Recorded } from '../../src/kernel/event.js';
import type { Instant } from '../../src/kernel/instant.js';
import { creates, projection, unchanged } from '../../src/kernel/projection.js';
import type { AnyConversationEvent } from '../../src/modules/conversations/conversation/domain/conversation.events.js';

/** Place of a public event in the log. */
export interface PublicEventEntry {
  readonly position: Position;
  readonly type: AnyConversationEvent['type'];
  readonly stream: string;
  readonly version: number;
  readonly at: Instant;
}

const DIGITS = 16;

/** Keys sort by position. */
export const publicEventKey = (position: Position): string => String(position).padStart(DIGITS, '0');

const entry = creates<PublicEventEntry, AnyConversationEvent>(({ type, meta }: Recorded<AnyConversationEvent>) => {
  const { position, stream, version, at } = meta;
  return { position, type, stream, version, at };
});

/** The public events of a tenant by position, so that no reader passes the events of other tenants. */
export const publicEventIndex = projection<PublicEventEntry, AnyConversationEvent>({
  name: 'public-event-index',
  version: 2,
  erasedWith: 'conversation',
  fields: {},
  indexes: [],

  key: ({ meta }) => publicEventKey(meta.position),

  on: {
    ConversationOpened: entry,
    ConversationChanged: entry,
    ConversationArchived: entry,
    ConversationLabelled: entry,
    ConversationLocked: entry,
    ConversationUnlocked: entry,
    ConversationLockExpired: entry,
    LegalHoldPlaced: entry,
    LegalHoldLifted: entry,
    ConversationRemoved: unchanged,
    ConversationErased: unchanged,
    ParticipantJoined: entry,
    ParticipantChanged: entry,
    ParticipantLeft: entry,
    ParticipantErased: unchanged,
    MessagePosted: entry,
    MessageDeleted: entry,
    AssetStatusChanged: entry,
    MessageSeen: entry,
  },
});
