import { conversationTypes } from '../projections/conversation-type/projection.js';
import type { Vocabulary } from './engine/codec.js';
import type { Decider } from './kernel/decider.js';
import type { Event } from './kernel/event.js';
import type { Process } from './kernel/process.js';
import type { AnyProjection } from './kernel/projection.js';
import { conversationType } from './modules/conversation-type/conversation-type.resource.js';

/** Every event type there is, with the schema version it is written in. A type that is missing here cannot be written. */
export const vocabulary: Vocabulary = {
  types: {
    ...conversationType.eventTypes,
  },
  upcasters: {},
};

/** Every read model. */
export const projections: readonly AnyProjection[] = [conversationTypes];

/** Every process manager, and the deciders their commands go to. */
export const processes: readonly Process<Event>[] = [];

// biome-ignore lint/suspicious/noExplicitAny: a list of deciders is of mixed commands.
export const reactingDeciders: readonly Decider<any, any, any>[] = [];
