import type { Event, EventTypes } from '../../../kernel/event.js';

export type OwnerEvent =
  | Event<'OwnerAdded', { readonly userId: string }>
  /** The user is deleted next. */
  | Event<'OwnerRemoved', { readonly userId: string }>;

export const ownerEventTypes: EventTypes<OwnerEvent> = {
  OwnerAdded: { version: 1, personal: [] },
  OwnerRemoved: { version: 1, personal: [] },
};
