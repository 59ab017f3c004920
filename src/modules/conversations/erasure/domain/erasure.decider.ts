import { type Decider, decideBy } from '../../../../kernel/decider.js';
import type { ErasureEvent, ErasurePlace } from '../../../../kernel/erasure.js';
import type { EventTypes } from '../../../../kernel/event.js';
import type { ErasureCommand } from './erasure.commands.js';

/** Progress of the erasure of a conversation. */
export interface ErasureState {
  /** All that comes before is erased. */
  readonly through?: ErasurePlace;
  readonly isComplete: boolean;
}

export const erasureEventTypes: EventTypes<ErasureEvent> = {
  ErasureAdvanced: { version: 1, personal: [], subject: 'conversation' },
  ErasureCompleted: { version: 1, personal: [], subject: 'conversation' },
};

/** Decides what every read model forgets. Events of a complete erasure are erased once more when they come late. */
export const erasureDecider: Decider<ErasureCommand, ErasureState, ErasureEvent> = {
  category: 'erasure',
  initial: { isComplete: false },
  decide: decideBy({
    AdvanceErasure: ({ data }): readonly ErasureEvent[] =>
      data.ranges.length === 0 ? [] : [{ type: 'ErasureAdvanced', data }],
    CompleteErasure: (_, { isComplete }): readonly ErasureEvent[] =>
      isComplete ? [] : [{ type: 'ErasureCompleted', data: {} }],
  }),
  evolve(state, event) {
    if (event.type === 'ErasureCompleted') return { ...state, isComplete: true };
    const { through } = event.data;
    return through === undefined ? state : { ...state, through };
  },
};
