import type { Decider } from '../../kernel/decider.js';
import { reject } from '../../kernel/rejection.js';
import type { OwnerCommand } from './owner.commands.js';
import type { OwnerEvent } from './owner.events.js';

export interface Owners {
  readonly present: readonly string[];
  /** Not added again by a reaction that comes late. */
  readonly former: readonly string[];
}

/**
 * All owners of a tenant in one stream, so that “there is always one left” is decided on one version and holds under
 * concurrent deletes: a user is added after they were created and removed before they are deleted, hence whoever is
 * counted here is there. A crash between the two steps is made good by `owner.process.ts`.
 */
export const ownerDecider: Decider<OwnerCommand, Owners, OwnerEvent> = {
  category: 'owners',
  initial: { present: [], former: [] },
  decide({ type, data: { userId } }, { present, former }) {
    const isOwner = present.includes(userId);
    if (type === 'AddOwner')
      return isOwner || former.includes(userId) ? [] : [{ type: 'OwnerAdded', data: { userId } }];
    if (!isOwner) return [];
    return present.length === 1 ? reject('errors.user.last_owner') : [{ type: 'OwnerRemoved', data: { userId } }];
  },
  evolve({ present, former }, { type, data: { userId } }) {
    if (type === 'OwnerAdded') return { present: [...present, userId], former };
    return { present: present.filter((each) => each !== userId), former: [...former, userId] };
  },
};
