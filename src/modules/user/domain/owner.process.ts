import type { Event } from '../../../kernel/event.js';
import type { Process } from '../../../kernel/process.js';
import { parseStreamName } from '../../../kernel/stream.js';
import { OWNERS } from './owner.commands.js';
import type { OwnerEvent } from './owner.events.js';
import type { User } from './user.resource.js';

/** Finishes what a crash may have left undone between a user and the tenant's list of owners. */
export const ownerProcess: Process<OwnerEvent | Event<'UserCreated', User>> = {
  name: 'owners',
  events: ['UserCreated', 'OwnerRemoved'],
  react({ type, data, meta }) {
    if (type === 'OwnerRemoved') {
      return [{ category: 'user', command: { type: 'DeleteUser', target: data.userId, data: {} } }];
    }
    if (type !== 'UserCreated' || data.role !== 'OWNER') return [];
    const userId = parseStreamName(meta.stream).id;
    return [{ category: 'owners', command: { type: 'AddOwner', target: OWNERS, data: { userId } } }];
  },
};
