import { conversationOf } from '../../../projections/conversation-list/projection.js';
import type { PublicationType } from '../../catalogue/socket-types.js';
import type { Recorded } from '../../kernel/event.js';
import { parseInnerId, parseStreamName } from '../../kernel/stream.js';
import type { AnyConversationEvent } from '../../modules/conversations/conversation/domain/conversation.events.js';

/** The events that may be published. */
export type PublishableEvent = AnyConversationEvent;

export interface Publication {
  readonly type: PublicationType;
  /** Member of the frame; `sharedReadStatus` only for the marker that all users of the conversation share. */
  readonly shows: 'conversation' | 'message' | 'participant' | 'readStatus' | 'sharedReadStatus';
}

const updated: Publication = { type: 'CONVERSATION_UPDATED', shows: 'conversation' };

type Publications = readonly [Publication, ...Publication[]];

/** The frames of an event. A new event does not compile until it is here, with `none` where it has none. */
export const publications: Readonly<Record<PublishableEvent['type'], Publications | 'none'>> = {
  ConversationOpened: [{ type: 'NEW_CONVERSATION', shows: 'conversation' }],
  ConversationChanged: [updated],
  ConversationArchived: [{ type: 'CONVERSATION_ARCHIVED', shows: 'conversation' }],
  ConversationLabelled: [updated],
  ConversationLocked: [updated],
  ConversationUnlocked: [updated],
  ConversationLockExpired: [updated],
  LegalHoldPlaced: [updated],
  LegalHoldLifted: [updated],
  ConversationRemoved: 'none',
  ConversationErased: 'none',
  ParticipantJoined: [{ type: 'PARTICIPANT_CREATED', shows: 'participant' }],
  ParticipantChanged: [updated],
  ParticipantLeft: [updated],
  ParticipantErased: 'none',
  MessagePosted: [{ type: 'NEW_MESSAGE', shows: 'message' }],
  MessageDeleted: [{ type: 'MESSAGE_UPDATED', shows: 'message' }],
  AssetStatusChanged: [{ type: 'MESSAGE_UPDATED', shows: 'message' }],
  MessageSeen: [
    { type: 'PARTICIPANT_READ_STATUS', shows: 'readStatus' },
    { type: 'CONVERSATION_READ_STATUS', shows: 'sharedReadStatus' },
  ],
};

const NONE: readonly Publication[] = [];

export function publicationsOf(type: PublishableEvent['type']): readonly Publication[] {
  const found = publications[type];
  return found === 'none' ? NONE : found;
}

/** An event that subscribers receive, with its conversation. */
export interface PublishedEvent {
  readonly event: Recorded<PublishableEvent>;
  readonly tenantId: string;
  readonly conversationId: string;
}

/** undefined: the event does not belong to a conversation, so it is not published. */
export function toPublishedEvent(event: Recorded): PublishedEvent | undefined {
  if (!Object.hasOwn(publications, event.type)) return undefined;
  const { tenantId, stream } = event.meta;
  const conversationId = event.type === 'MessageSeen' ? conversationOf(stream) : parseStreamName(stream).id;
  return { event: event as Recorded<PublishableEvent>, tenantId, conversationId };
}

/** The participant whose marker a `MessageSeen` moves. */
export const readerIn = ({ event }: PublishedEvent): string => parseInnerId(parseStreamName(event.meta.stream).id)[1];
