import { conversationOf } from '../../projections/conversation-list/projection.js';
import type { Recorded } from '../kernel/event.js';
import { parseStreamName } from '../kernel/stream.js';
import type { ConversationEvent } from '../modules/conversation/domain/conversation.events.js';
import type { MembershipEvent } from '../modules/conversation/domain/membership.events.js';
import type { MessageEvent } from '../modules/message/domain/message.events.js';
import type { MessageSeen } from '../modules/participant/domain/participant.events.js';
import type { PublicationType } from './frame.js';

export type PublishableEvent = ConversationEvent | MembershipEvent | MessageSeen | MessageEvent;

export interface Publication {
  readonly type: PublicationType;
  /** What the frame shows; `sharedReadStatus` only where the marker is the one that all users of the conversation share. */
  readonly shows: 'conversation' | 'message' | 'participant' | 'readStatus' | 'sharedReadStatus';
}

const updated: Publication = { type: 'CONVERSATION_UPDATED', shows: 'conversation' };

/** What subscribers are told when an event is recorded. The table is complete or it does not compile. */
export const publications: Readonly<Record<PublishableEvent['type'], readonly Publication[]>> = {
  ConversationOpened: [{ type: 'NEW_CONVERSATION', shows: 'conversation' }],
  ConversationChanged: [updated],
  ConversationArchived: [{ type: 'CONVERSATION_ARCHIVED', shows: 'conversation' }],
  ConversationLabelled: [updated],
  ConversationLocked: [updated],
  ConversationUnlocked: [updated],
  ConversationLockExpired: [updated],
  ParticipantJoined: [{ type: 'PARTICIPANT_CREATED', shows: 'participant' }],
  ParticipantChanged: [updated],
  ParticipantLeft: [updated],
  MessagePosted: [{ type: 'NEW_MESSAGE', shows: 'message' }],
  MessageDeleted: [{ type: 'MESSAGE_UPDATED', shows: 'message' }],
  MessageSeen: [
    { type: 'PARTICIPANT_READ_STATUS', shows: 'readStatus' },
    { type: 'CONVERSATION_READ_STATUS', shows: 'sharedReadStatus' },
  ],
};

/** An event that subscribers are told of, with its conversation. */
export interface PublishedEvent {
  readonly event: Recorded<PublishableEvent>;
  readonly tenantId: string;
  readonly conversationId: string;
}

/** undefined: nobody is told of such an event. */
export function toPublishedEvent(event: Recorded): PublishedEvent | undefined {
  if (!Object.hasOwn(publications, event.type)) return undefined;
  const { tenantId, stream } = event.meta;
  const conversationId = event.type === 'MessageSeen' ? conversationOf(stream) : parseStreamName(stream).id;
  return { event: event as Recorded<PublishableEvent>, tenantId, conversationId };
}
