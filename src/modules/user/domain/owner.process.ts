import type { Event } from '../../../kernel/event.js';
import { type Process, reaction } from '../../../kernel/process.js';
import { parseStreamName } from '../../../kernel/stream.js';
import { AddOwner, OWNERS } from './owner.commands.js';
import type { OwnerEvent } from './owner.events.js';
import { type User, user } from './user.resource.js';

/** Finishes what a crash may have left undone between a user and the tenant's list of owners. */
export const ownerProcess: Process<OwnerEvent | Event<'UserCreated', User>> = {
  name: 'owners',
  events: ['UserCreated', 'OwnerRemoved'],
  react({ type, data, meta }) {
    if (type === 'OwnerRemoved') {
      return [reaction(user.Remove, data.userId, {})];
    }
    if (type !== 'UserCreated' || data.role !== 'OWNER') return [];
    const userId = parseStreamName(meta.stream).id;
    return [reaction(AddOwner, OWNERS, { userId })];
  },
};
