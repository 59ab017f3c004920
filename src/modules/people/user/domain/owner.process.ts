import type { Event, Recorded } from '../../../../kernel/event.js';
import type { Patch } from '../../../../kernel/patch.js';
import { type Process, type Reaction, reaction } from '../../../../kernel/process.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { AddOwner, OWNERS } from './owner.commands.js';
import type { OwnerEvent } from './owner.events.js';
import { isOwner, type User, user } from './user.resource.js';
import { userPreference } from './user-preference.resource.js';

type UserEvent =
  | Event<'UserCreated', User>
  | Event<'UserChanged', Patch<User>>
  | Event<'UserDeleted', Record<string, never>>;

/** Finishes what a crash may have left undone between a user and the tenant's list of owners; deletes preferences. */
export const ownerProcess: Process<OwnerEvent | UserEvent> = {
  name: 'owners',
  events: ['UserCreated', 'UserChanged', 'UserDeleted', 'OwnerRemoved', 'OwnerDemoted'],
  react({ type, data, meta }) {
    switch (type) {
      case 'OwnerRemoved':
        return [reaction(user.Remove, data.userId, {})];
      case 'OwnerDemoted': {
        const patch = { role: 'USER', signInEpoch: meta.id } as const;
        return [reaction(user.Change, data.userId, { patch, ifMatch: [data.revision] })];
      }
      case 'UserDeleted':
        return [reaction(userPreference.Remove, parseStreamName(meta.stream).id, {})];
      case 'UserCreated':
      case 'UserChanged':
        return isOwner(data) ? [added(meta)] : [];
      default:
        return [];
    }
  },
};

function added({ stream, version: revision }: Recorded['meta']): Reaction {
  return reaction(AddOwner, OWNERS, { userId: parseStreamName(stream).id, revision });
}
