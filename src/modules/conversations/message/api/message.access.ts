import { may } from '../../../../kernel/access.js';
import type { Caller } from '../../../../kernel/caller.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { type Member, type Open, ownMember } from '../../conversation/application/conversation.reader.js';

function maySpeakAs(open: Open, caller: Caller, member: Member): boolean {
  if (ownMember(open, caller)?.id === member.id) return true;
  if (member.kind === 'CLIENT') return may(caller, 'message.post-as-client');
  return member.kind === 'USER' && may(caller, 'message.post-as-user');
}

/**
 * Author of the caller's message; undefined for a user that joins with it.
 * @throws Rejection 400 at `participant_id`, 403
 */
export function authorOf(open: Open, caller: Caller, participantId: string | undefined): Member | undefined {
  if (participantId !== undefined) {
    const member = open.members.get(participantId) ?? rejectAt('participant_id', 'errors.field.reference');
    return maySpeakAs(open, caller, member) ? member : reject('errors.forbidden');
  }
  if (!may(caller, 'message.post-as-self')) return rejectAt('participant_id', 'errors.field.required');
  const own = ownMember(open, caller);
  return own || may(caller, 'message.join-by-post') ? own : reject('errors.forbidden');
}

export const mayDelete = (open: Open, caller: Caller, { participantId }: { readonly participantId: string }): boolean =>
  may(caller, 'message.delete-any') || ownMember(open, caller)?.id === participantId;
