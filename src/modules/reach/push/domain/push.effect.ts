import { HOUR } from '../../../../kernel/instant.js';

/** Channel of pushes in the outbox. */
export const PUSH = 'PUSH';

/** A push is worth nothing after this time: nobody sends it, and no push service keeps it. */
export const PUSH_LIFE_MS = 24 * HOUR;

/** The owner of a subscription: a user, or a client in the conversation. */
export type Subscriber =
  | { readonly userId: string }
  | { readonly conversationId: string; readonly participantId: string };

/** Facts of a push. */
export interface AboutPush {
  readonly conversationId: string;
  /** The receiver in the conversation. */
  readonly participantId: string;
  /** Absent: a client. */
  readonly userId?: string;
  readonly subscriptionId: string;
  /** Id of the event of the message. */
  readonly eventId: string;
  readonly correlationId: string;
}

/** No other effect begins so, since ids of conversations begin with a letter or digit. */
export const pushesIn = (conversationId: string): string => `~${conversationId}.`;
export const pushesOf = (conversationId: string, messageId: string): string =>
  `${pushesIn(conversationId)}${messageId}.`;

/** One push for each message and subscription, whenever the event is handled again. */
export const pushId = (conversationId: string, messageId: string, subscriptionId: string): string =>
  `${pushesOf(conversationId, messageId)}${subscriptionId}`;
