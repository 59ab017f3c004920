import type { Caller } from '../../../kernel/caller.js';
import { reject, rejectAt } from '../../../kernel/rejection.js';
import { type Member, type Open, ownMember } from '../../conversation/application/conversation.reader.js';

/** A user speaks as themself or for a client, a client as themself, owners and API keys as any of these. */
function maySpeakAs({ role, id }: Caller, member: Member): boolean {
  if (member.kind !== 'USER' && member.kind !== 'CLIENT') return false;
  if (role === 'CLIENT_PARTICIPANT') return member.id === id;
  return role !== 'USER' || member.kind === 'CLIENT' || member.userId === id;
}

/**
 * As whom the caller posts; undefined for a user who takes no part yet.
 * @throws Rejection 400 at `participant_id`, 403
 */
export function authorOf(open: Open, caller: Caller, participantId: string | undefined): Member | undefined {
  if (participantId !== undefined) {
    const member = open.members.get(participantId) ?? rejectAt('participant_id', 'errors.field.reference');
    return maySpeakAs(caller, member) ? member : reject('errors.forbidden');
  }
  if (caller.role === 'API_KEY') return rejectAt('participant_id', 'errors.field.required');
  const own = ownMember(open, caller);
  return own || caller.role !== 'CLIENT_PARTICIPANT' ? own : reject('errors.forbidden');
}

/** Its author, owners and API keys. */
export const mayDelete = (open: Open, caller: Caller, { participantId }: { readonly participantId: string }): boolean =>
  caller.role === 'OWNER' || caller.role === 'API_KEY' || ownMember(open, caller)?.id === participantId;
