import { type Decider, decideBy } from '../../../../kernel/decider.js';
import type { MarkSeen } from './participant.commands.js';
import type { MessageSeen } from './participant.events.js';

/** How far a participant has read. Stream id: `<conversation>.<participant>`. */
export interface ReadMarker {
  readonly seen: number;
}

/** The marker never goes back: an earlier sequence changes nothing. */
export const participantDecider: Decider<MarkSeen, ReadMarker, MessageSeen> = {
  category: 'participant',
  initial: { seen: 0 },
  window: 1,

  decide: decideBy({
    MarkSeen: ({ data: { sequence, floor } }, { seen }) =>
      sequence > Math.max(seen, floor) ? [{ type: 'MessageSeen', data: { sequence } }] : [],
  }),

  evolve(_state, { data }) {
    return { seen: data.sequence };
  },
};
