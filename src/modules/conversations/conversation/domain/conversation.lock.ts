import { limits } from '../../../../catalogue/limits/limits.js';
import { DAY, type Instant, plus } from '../../../../kernel/instant.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import type { ExpireLock, LockConversation, UnlockConversation } from './conversation.commands.js';
import type { ConversationEvent } from './conversation.events.js';
import type { Open } from './conversation.state.js';

/** A lock whose end has passed no longer holds, whether or not anyone noted it. */
const heldLock = ({ lock }: Open, at: Instant) => (lock && lock.until > at ? lock : undefined);

/** @throws Rejection 400 at `lock_expires_at` when the end is not within the next 30 days */
export function withinBounds({ data: { until }, meta: { at } }: LockConversation): void {
  if (until <= at) rejectAt('lock_expires_at', 'errors.field.past');
  if (until > plus(at, limits.lockDays * DAY)) rejectAt('lock_expires_at', 'errors.field.too_far');
}

export function lock({ data, meta }: LockConversation, conversation: Open): readonly ConversationEvent[] {
  const { until, by, note } = data;
  const held = heldLock(conversation, meta.at);
  if (held && held.by !== by) {
    return reject('errors.conversation.locked', { locked_by: held.by, lock_expires_at: held.until });
  }
  if (held && held.until === until && held.note === note) return [];
  return [{ type: 'ConversationLocked', data: { until, by, ...(note === undefined ? {} : { note }) } }];
}

export function unlock({ data, meta }: UnlockConversation, conversation: Open): readonly ConversationEvent[] {
  const held = heldLock(conversation, meta.at);
  if (!held) return [];
  if (held.by !== data.by && !data.override) {
    return reject('errors.conversation.locked', { locked_by: held.by, lock_expires_at: held.until });
  }
  return [{ type: 'ConversationUnlocked', data: { by: data.by } }];
}

/** Nothing when the lock was given back, prolonged or taken by another meanwhile. */
export function expire({ data, meta }: ExpireLock, { lock: known }: Open): readonly ConversationEvent[] {
  if (!known || known.until !== data.until || known.until > meta.at) return [];
  return [{ type: 'ConversationLockExpired', data: { until: known.until } }];
}
