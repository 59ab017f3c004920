import { type Decider, decideBy } from '../../../kernel/decider.js';
import { reject } from '../../../kernel/rejection.js';
import type { AddOwner, OwnerCommand, RemoveOwner } from './owner.commands.js';
import type { OwnerEvent } from './owner.events.js';

export interface Owners {
  readonly present: readonly string[];
  /** Never added (again): their adding may come late. */
  readonly former: readonly string[];
}

function add({ data: { userId } }: AddOwner, { present, former }: Owners): readonly OwnerEvent[] {
  return present.includes(userId) || former.includes(userId) ? [] : [{ type: 'OwnerAdded', data: { userId } }];
}

function remove({ data: { userId } }: RemoveOwner, { present, former }: Owners): readonly OwnerEvent[] {
  if (former.includes(userId)) return [];
  if (present.includes(userId) && present.length === 1) return reject('errors.user.last_owner');
  return [{ type: 'OwnerRemoved', data: { userId } }];
}

/**
 * All owners of a tenant in one stream, so that “there is always one left” is decided on one version and holds under
 * concurrent deletes: a user is added after they were created and removed before they are deleted, hence whoever is
 * counted here is there. What a crash leaves undone between the two, `owner.process.ts` does.
 */
export const ownerDecider: Decider<OwnerCommand, Owners, OwnerEvent> = {
  category: 'owners',
  initial: { present: [], former: [] },
  decide: decideBy({ AddOwner: add, RemoveOwner: remove }),
  evolve({ present, former }, { type, data: { userId } }) {
    if (type === 'OwnerAdded') return { present: [...present, userId], former };
    return { present: present.filter((each) => each !== userId), former: [...former, userId] };
  },
};
