import type { Event } from '../../../../kernel/event.js';
import { type Process, reaction } from '../../../../kernel/process.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { RemovePasskeys } from './passkey.commands.js';

type UserEvent =
  | Event<'UserChanged', { readonly passwordHash?: string | null }>
  | Event<'UserDeleted', Record<string, never>>;

/**
 * Removes the passkeys of a deleted user, and those from before a new password. A user sets a password after an
 * attacker may have registered a passkey.
 */
export const passkeyProcess: Process<UserEvent> = {
  name: 'passkeys',
  events: ['UserChanged', 'UserDeleted'],
  react({ type, data, meta }) {
    const userId = parseStreamName(meta.stream).id;
    if (type === 'UserDeleted') return [reaction(RemovePasskeys, userId, {})];
    return data.passwordHash ? [reaction(RemovePasskeys, userId, { before: meta.version })] : [];
  },
};
