import { type Decider, decideBy } from '../../../../kernel/decider.js';
import { type ErasureEvent, type ErasurePlace, eventsIn } from '../../../../kernel/erasure.js';
import type { EventTypes } from '../../../../kernel/event.js';
import { reject } from '../../../../kernel/rejection.js';
import type { AdvanceErasure, CompleteErasure, ErasureCommand } from './erasure.commands.js';

/** Streams that every conversation has, in the order in which they are erased. */
export const ERASED_CATEGORIES = ['conversation', 'messageLog'] as const;

/** Progress of the erasure of a subject. */
export interface ErasureState {
  /** All that comes before is erased. */
  readonly through?: ErasurePlace;
  /** Number of erased events. */
  readonly events: number;
  readonly isComplete: boolean;
  /** Id of the event that erased a user. */
  readonly userErasedBy?: string;
}

export const erasureEventTypes: EventTypes<ErasureEvent> = {
  UserErased: {
    version: 1,
    personal: [],
    subject: 'user',
    ends: ({ userId: id }) => [{ kind: 'user', id }],
  },
  ErasureAdvanced: { version: 1, personal: [], subject: 'tenant' },
  ErasureCompleted: { version: 1, personal: [], subject: 'tenant' },
};

const rankOf = ({ category }: ErasurePlace): number =>
  ERASED_CATEGORIES.indexOf(category as (typeof ERASED_CATEGORIES)[number]);

const isBehind = (place: ErasurePlace | undefined, through: ErasurePlace | undefined): boolean => {
  if (!place || !through) return false;
  const ranks = rankOf(place) - rankOf(through);
  return ranks < 0 || (ranks === 0 && place.version <= through.version);
};

/** Another process may have been quicker: what it erased is neither erased nor counted twice. */
const advance = ({ data }: AdvanceErasure, { through }: ErasureState): readonly ErasureEvent[] =>
  data.ranges.length === 0 || isBehind(data.through, through) ? [] : [{ type: 'ErasureAdvanced', data }];

/** The certificate counts the events that are erased by now. */
function complete({ data }: CompleteErasure, { isComplete, events }: ErasureState): readonly ErasureEvent[] {
  if (isComplete) return [];
  return data.events === events ? [{ type: 'ErasureCompleted', data }] : reject('errors.position.not_reached');
}

/** Decides what every read model forgets. Events of a complete erasure are erased once more when they come late. */
export const erasureDecider: Decider<ErasureCommand, ErasureState, ErasureEvent> = {
  category: 'erasure',
  initial: { isComplete: false, events: 0 },
  decide: decideBy({
    EraseUser: ({ data }, { userErasedBy }): readonly ErasureEvent[] =>
      userErasedBy === undefined ? [{ type: 'UserErased', data }] : [],
    AdvanceErasure: advance,
    CompleteErasure: complete,
  }),
  evolve(state, { type, data, meta }) {
    if (type === 'UserErased') return { ...state, userErasedBy: meta.id };
    if (type === 'ErasureCompleted') return { ...state, isComplete: true };
    const { through = state.through, ranges } = data;
    const events = state.events + eventsIn(ranges);
    return through === undefined ? { ...state, events } : { ...state, events, through };
  },
};
