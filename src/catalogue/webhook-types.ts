import type { ConversationEvent } from '../modules/conversation/domain/conversation.events.js';
import type { MembershipEvent } from '../modules/conversation/domain/membership.events.js';
import type { MessageEvent } from '../modules/message/domain/message.events.js';
import type { MessageSeen } from '../modules/participant/domain/participant.events.js';

type Happening = ConversationEvent | MembershipEvent | MessageSeen | MessageEvent;

/** Every webhook type with its description. */
export const webhookTypes = {
  'conversation.created': 'A conversation was created.',
  'conversation.updated': 'The labels, lock or data of a conversation changed, or it was restored.',
  'conversation.archived': 'A conversation was archived.',
  'conversation.read_status': 'The read status that all users of a conversation share changed.',
  'message.created': 'A message was posted.',
  'message.updated': 'A message changed or was deleted.',
  'participant.created': 'A participant joined a conversation.',
  'participant.updated': 'A participant changed.',
  'participant.deleted': 'A participant left a conversation.',
} as const;

export type WebhookType = keyof typeof webhookTypes;
export const WEBHOOK_TYPES = Object.keys(webhookTypes) as readonly WebhookType[];

/** Sent on demand, regardless of the types that are switched on. */
export const TEST_TYPE = 'test.webhook';
export type SentType = WebhookType | typeof TEST_TYPE;

export interface Sent {
  readonly type: WebhookType;
  /** The resource in `data`, as the frame of the socket shows it. */
  readonly shows: 'conversation' | 'message' | 'participant' | 'sharedReadStatus';
}

const updated: Sent = { type: 'conversation.updated', shows: 'conversation' };

/** Each event has one webhook type. An event without a row does not compile. */
export const webhooksOf: Readonly<Record<Happening['type'], Sent>> = {
  ConversationOpened: { type: 'conversation.created', shows: 'conversation' },
  ConversationChanged: updated,
  ConversationArchived: { type: 'conversation.archived', shows: 'conversation' },
  ConversationLabelled: updated,
  ConversationLocked: updated,
  ConversationUnlocked: updated,
  ConversationLockExpired: updated,
  ParticipantJoined: { type: 'participant.created', shows: 'participant' },
  ParticipantChanged: { type: 'participant.updated', shows: 'participant' },
  ParticipantLeft: { type: 'participant.deleted', shows: 'participant' },
  MessagePosted: { type: 'message.created', shows: 'message' },
  MessageDeleted: { type: 'message.updated', shows: 'message' },
  MessageSeen: { type: 'conversation.read_status', shows: 'sharedReadStatus' },
};
