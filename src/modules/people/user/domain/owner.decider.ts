import { type Decider, decideBy } from '../../../../kernel/decider.js';
import { reject } from '../../../../kernel/rejection.js';
import type { AddOwner, DemoteOwner, OwnerCommand, RemoveOwner } from './owner.commands.js';
import type { OwnerEvent } from './owner.events.js';

export interface Owners {
  readonly present: readonly string[];
  /** Never added (again): their adding may come late. */
  readonly former: readonly string[];
  /** By user: the revision as of which they were demoted. An earlier promotion that comes late does not count. */
  readonly demoted: Readonly<Record<string, number>>;
}

const CREATION = 1;

function add({ data }: AddOwner, { present, former, demoted }: Owners): readonly OwnerEvent[] {
  const { userId, revision = CREATION } = data;
  const isKnown = present.includes(userId) || former.includes(userId);
  return isKnown || revision <= (demoted[userId] ?? 0) ? [] : [{ type: 'OwnerAdded', data }];
}

const isLast = (userId: string, { present }: Owners): boolean => present.length === 1 && present[0] === userId;

function remove({ data: { userId } }: RemoveOwner, owners: Owners): readonly OwnerEvent[] {
  if (owners.former.includes(userId)) return [];
  if (isLast(userId, owners)) return reject('errors.user.last_owner');
  return [{ type: 'OwnerRemoved', data: { userId } }];
}

function demote({ data }: DemoteOwner, owners: Owners): readonly OwnerEvent[] {
  const { userId, revision } = data;
  if (owners.former.includes(userId) || revision <= (owners.demoted[userId] ?? 0)) return [];
  if (isLast(userId, owners)) return reject('errors.user.last_owner');
  return [{ type: 'OwnerDemoted', data }];
}

/**
 * All owners of a tenant in one stream, so that one version decides that at least one is left, also under concurrent
 * deletes and demotions. A user is added after they get the role, and removed before they lose it or are deleted. So
 * every user that is counted here is an owner. `owner.process.ts` finishes what a crash leaves undone between the two.
 */
export const ownerDecider: Decider<OwnerCommand, Owners, OwnerEvent> = {
  category: 'owners',
  initial: { present: [], former: [], demoted: {} },
  decide: decideBy({ AddOwner: add, RemoveOwner: remove, DemoteOwner: demote }),
  evolve(owners, { type, data }) {
    const { userId } = data;
    if (type === 'OwnerAdded') return { ...owners, present: [...owners.present, userId] };
    const present = owners.present.filter((each) => each !== userId);
    if (type === 'OwnerRemoved') return { ...owners, present, former: [...owners.former, userId] };
    return { ...owners, present, demoted: { ...owners.demoted, [userId]: data.revision } };
  },
};
