import type { Event, EventTypes } from '../../../../kernel/event.js';

/** In a stream of a user and a conversation in which they take no part: they have read up to the sequence. */
export type ConversationSeen = Event<'ConversationSeen', { readonly userId: string; readonly sequence: number }>;

export const readerEventTypes: EventTypes<ConversationSeen> = {
  ConversationSeen: { version: 1, personal: [], subject: 'user' },
};
