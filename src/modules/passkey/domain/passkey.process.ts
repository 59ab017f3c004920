import type { Event } from '../../../kernel/event.js';
import { type Process, reaction } from '../../../kernel/process.js';
import { parseStreamName } from '../../../kernel/stream.js';
import { RemovePasskeys } from './passkey.commands.js';

/** Removes the passkeys of a deleted user. */
export const passkeyProcess: Process<Event<'UserDeleted', Record<string, never>>> = {
  name: 'passkeys',
  events: ['UserDeleted'],
  react: ({ meta }) => [reaction(RemovePasskeys, parseStreamName(meta.stream).id, {})],
};
