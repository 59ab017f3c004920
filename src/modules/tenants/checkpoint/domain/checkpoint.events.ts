import type { Event, EventTypes } from '../../../../kernel/event.js';

/** The head of the tenant's log as it was when the event was appended: a signed note (C2SP tlog-checkpoint). */
export type CheckpointEvent = Event<'CheckpointSigned', { readonly note: string }>;

export const checkpointEventTypes: EventTypes<CheckpointEvent> = {
  CheckpointSigned: { version: 1, personal: [], subject: 'tenant' },
};
