import type { Event, EventTypes } from '../../../../kernel/event.js';

/** In a stream of the participant's own: the read marker moved on. */
export type MessageSeen = Event<'MessageSeen', { readonly sequence: number }>;

export const participantEventTypes: EventTypes<MessageSeen> = {
  MessageSeen: { version: 1, personal: [], subject: 'participant' },
};
