import type { Event, EventTypes } from '../../../../kernel/event.js';

export type OwnerEvent =
  /** `revision`: of the user, with the change that gave the role. Absent: 1, the creation. */
  | Event<'OwnerAdded', { readonly userId: string; readonly revision?: number }>
  /** The user is deleted next. */
  | Event<'OwnerRemoved', { readonly userId: string }>
  /** The user gets the role USER next. `revision`: of the user, with the role OWNER. */
  | Event<'OwnerDemoted', { readonly userId: string; readonly revision: number }>;

export const ownerEventTypes: EventTypes<OwnerEvent> = {
  OwnerAdded: { version: 1, personal: [], subject: 'tenant' },
  OwnerRemoved: { version: 1, personal: [], subject: 'tenant' },
  OwnerDemoted: { version: 1, personal: [], subject: 'tenant' },
};
