import { OrderedMap } from 'immutable';
import type { SnapshotFormat } from '../../../../kernel/snapshot.js';
import type { Conversation, Open } from './conversation.state.js';
import { type Member, Members } from './members.js';

interface Kept extends Omit<Open, 'members' | 'left'> {
  readonly members: readonly Member[];
  readonly left: readonly string[];
}

/** State of a conversation as JSON. It repeats what the log holds of its participants. */
export const conversationSnapshot: SnapshotFormat<Conversation> = {
  version: 5,

  write: (state): Kept | undefined =>
    state.status === 'open'
      ? { ...state, members: [...state.members.values()], left: [...state.left.keys()] }
      : undefined,

  read(value) {
    const { members, left, ...state } = value as Kept;
    return {
      ...state,
      members: members.reduce((all, member) => all.with(member), Members.none),
      left: OrderedMap(left.map((id) => [id, true as const])),
    };
  },
};
