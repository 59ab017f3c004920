import type { WebhookType } from '../../catalogue/webhook-types.js';
import type { PublishableEvent } from './published-event.js';

export interface WebhookPublication {
  readonly type: WebhookType;
  /** The resource that is its `data`, as the socket's frame shows it. */
  readonly shows: 'conversation' | 'message' | 'participant' | 'sharedReadStatus';
}

const updated: WebhookPublication = { type: 'conversation.updated', shows: 'conversation' };

/** The webhook of an event: one at most. A new event does not compile until it is here, with `none` where it has none. */
export const webhookPublications: Readonly<Record<PublishableEvent['type'], WebhookPublication | 'none'>> = {
  ConversationOpened: { type: 'conversation.created', shows: 'conversation' },
  ConversationChanged: updated,
  ConversationArchived: { type: 'conversation.archived', shows: 'conversation' },
  ConversationLabelled: updated,
  ConversationLocked: updated,
  ConversationUnlocked: updated,
  LegalHoldPlaced: updated,
  LegalHoldLifted: updated,
  ConversationRemoved: 'none',
  ConversationErased: 'none',
  ConversationLockExpired: updated,
  ParticipantJoined: { type: 'participant.created', shows: 'participant' },
  ParticipantChanged: { type: 'participant.updated', shows: 'participant' },
  ParticipantLeft: { type: 'participant.deleted', shows: 'participant' },
  ParticipantErased: 'none',
  MessagePosted: { type: 'message.created', shows: 'message' },
  MessageDeleted: { type: 'message.updated', shows: 'message' },
  AssetStatusChanged: { type: 'message.updated', shows: 'message' },
  MessageSeen: { type: 'conversation.read_status', shows: 'sharedReadStatus' },
};
