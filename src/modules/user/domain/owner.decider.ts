import type { Decider } from '../../../kernel/decider.js';
import { reject } from '../../../kernel/rejection.js';
import type { OwnerCommand } from './owner.commands.js';
import type { OwnerEvent } from './owner.events.js';

export interface Owners {
  readonly present: readonly string[];
  /** Never added (again): their adding may come late. */
  readonly former: readonly string[];
}

/**
 * All owners of a tenant in one stream, so that “there is always one left” is decided on one version and holds under
 * concurrent deletes: a user is added after they were created and removed before they are deleted, hence whoever is
 * counted here is there. What a crash leaves undone between the two, `owner.process.ts` does.
 */
export const ownerDecider: Decider<OwnerCommand, Owners, OwnerEvent> = {
  category: 'owners',
  initial: { present: [], former: [] },
  decide({ type, data: { userId } }, { present, former }) {
    if (former.includes(userId)) return [];
    const isOwner = present.includes(userId);
    if (type === 'AddOwner') return isOwner ? [] : [{ type: 'OwnerAdded', data: { userId } }];
    if (isOwner && present.length === 1) return reject('errors.user.last_owner');
    return [{ type: 'OwnerRemoved', data: { userId } }];
  },
  evolve({ present, former }, { type, data: { userId } }) {
    if (type === 'OwnerAdded') return { present: [...present, userId], former };
    return { present: present.filter((each) => each !== userId), former: [...former, userId] };
  },
};
