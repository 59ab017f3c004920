import { type Decider, decideBy } from '../../../../kernel/decider.js';
import type { ReadMarker } from './participant.decider.js';
import type { MarkConversationSeen } from './reader.commands.js';
import type { ConversationSeen } from './reader.events.js';

/** How far a user has read who takes no part. Stream id: `<conversation>.<user>`. */
export const readerDecider: Decider<MarkConversationSeen, ReadMarker, ConversationSeen> = {
  category: 'reader',
  initial: { seen: 0 },
  window: 1,

  decide: decideBy({
    MarkConversationSeen: ({ data }, { seen }) => (data.sequence > seen ? [{ type: 'ConversationSeen', data }] : []),
  }),

  evolve(_state, { data }) {
    return { seen: data.sequence };
  },
};
