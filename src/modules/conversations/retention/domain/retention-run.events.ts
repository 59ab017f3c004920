import type { Event, EventTypes } from '../../../../kernel/event.js';
import type { RetentionPolicy } from '../../../../kernel/retention.js';

/** A run found conversations of a type that are due. The target of its commands is the run. */
export type RetentionRunStarted = Event<
  'RetentionRunStarted',
  RetentionPolicy & { readonly conversationTypeId: string }
>;

/** The removal of every due conversation is requested. */
export type RetentionRunFinished = Event<'RetentionRunFinished', Record<string, never>>;

export type RetentionRunEvent = RetentionRunStarted | RetentionRunFinished;

export const retentionRunEventTypes: EventTypes<RetentionRunEvent> = {
  RetentionRunStarted: { version: 1, personal: [], subject: 'tenant' },
  RetentionRunFinished: { version: 1, personal: [], subject: 'tenant' },
};
