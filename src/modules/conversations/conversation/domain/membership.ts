import { OrderedMap } from 'immutable';
import { type FieldError, Rejection, reject, rejectAt } from '../../../../kernel/rejection.js';
import { meets } from '../../../../kernel/revision.js';
import { memberOfUser, type Open, withoutHold, workflowMember } from './conversation.state.js';
import { type Member, Members } from './members.js';
import type {
  AddParticipant,
  ChangeParticipant,
  EraseParticipant,
  NewMember,
  ParticipantPatch,
  RemoveParticipant,
  ReplaceParticipant,
  Sharing,
} from './membership.commands.js';
import type { MembershipEvent } from './membership.events.js';
import { sharedMarkerFor } from './shared-marker.js';

type Membership = Pick<Open, 'members' | 'left' | 'sharedReadStatus'>;

const nobody: Membership = { members: Members.none, left: OrderedMap() };

const joined = ({ id, generatedId: _, ...participant }: NewMember): MembershipEvent => ({
  type: 'ParticipantJoined',
  data: { participantId: id, ...participant },
});

/** @throws Rejection 409 that says what was there before: the id or the user */
function admitted({ members, left }: Membership, { id, userId }: NewMember, at = ''): void {
  const taken: FieldError[] = [];
  const say = (field: string, details?: FieldError['details']) =>
    taken.push({ path: `${at}${field}`, code: 'errors.field.taken', ...(details ? { details } : {}) });
  if (members.has(id) || left.has(id)) say('id', { value: id });
  if (userId !== undefined && memberOfUser(members, userId)) say('user_id');
  if (taken.length > 0) throw new Rejection('errors.participant.exists', taken);
}

/** Newcomers of a conversation that is only being opened: each is checked against those before it. */
export const joinAll = (newMember: readonly NewMember[], sharing?: Sharing): readonly MembershipEvent[] =>
  replaceAll(nobody, newMember, sharing);

export function add({ data: { newMember, sharing } }: AddParticipant, conversation: Open): readonly MembershipEvent[] {
  if (newMember.kind === 'WORKFLOW' && workflowMember(conversation.members)) return [];
  admitted(conversation, newMember);
  return [...sharedMarkerFor(conversation, [newMember], sharing), joined(newMember)];
}

/**
 * The listed ones are created or replaced, by id or (where none was chosen) by user; others stay. Each is listed at
 * most once.
 */
export function replaceAll(
  conversation: Membership,
  newMember: readonly NewMember[],
  sharing?: Sharing,
): readonly MembershipEvent[] {
  const { members, left } = conversation;
  let after = members;
  let listed = Members.none;
  const added: NewMember[] = [];
  const changes: MembershipEvent[] = [];
  for (const [n, each] of newMember.entries()) {
    const at = `participants.${n}.`;
    const known =
      members.get(each.id) ?? (each.generatedId && each.userId ? memberOfUser(members, each.userId) : undefined);
    if (known) {
      admitted({ members: listed, left: nobody.left }, { ...each, id: known.id }, at);
      changes.push(...(isKept(known) ? keptAsItIs(known, each, at) : replaced(known, each, at)));
      listed = listed.with(known);
    } else {
      if (isKept(each)) rejectAt(`${at}kind`, 'errors.field.refused');
      admitted({ members: after, left }, each, at);
      after = after.with({ ...each, revision: 1 });
      added.push(each);
    }
  }
  return [...sharedMarkerFor(conversation, added, sharing), ...changes, ...added.map(joined)];
}

export function replace({ data }: ReplaceParticipant, conversation: Open): readonly MembershipEvent[] {
  const { newMember, sharing, ifMatch } = data;
  const known = conversation.members.get(newMember.id);
  if (!meets(ifMatch, known?.revision)) return reject('errors.precondition.failed');
  if (known) return replaced(known, newMember);
  admitted(conversation, newMember);
  return [...sharedMarkerFor(conversation, [newMember], sharing), joined(newMember)];
}

function replaced(known: Member, newMember: NewMember, at = ''): readonly MembershipEvent[] {
  const { kind, userId, displayName, email = null, phoneNumber = null, preferredLanguage = null } = newMember;
  const isSameName = displayName === known.displayName;
  const unnamed = newMember.unnamed ?? (isSameName ? known.unnamed : undefined) ?? null;
  if (kind !== known.kind) return rejectAt(`${at}kind`, 'errors.field.refused');
  if (userId !== known.userId) return rejectAt(`${at}user_id`, 'errors.field.refused');
  return changed(known, { displayName, unnamed, email, phoneNumber, preferredLanguage });
}

const isKept = ({ kind }: Pick<Member, 'kind'>) => kind === 'SHARED' || kind === 'WORKFLOW';

/** The service keeps it, so a body that lists it changes nothing. */
const keptAsItIs = (known: Member, { kind }: NewMember, at: string): readonly MembershipEvent[] =>
  kind === known.kind ? [] : rejectAt(`${at}kind`, 'errors.field.refused');

export function change(
  { data: { id, patch, ifMatch } }: ChangeParticipant,
  { members }: Open,
): readonly MembershipEvent[] {
  const known = members.get(id) ?? reject('errors.participant.not_found');
  if (!meets(ifMatch, known.revision)) return reject('errors.precondition.failed');
  if (isKept(known)) return reject('errors.participant.kept_by_service');
  if (known.kind === 'USER') withoutAddress(patch);
  return changed(known, patch.displayName === undefined ? patch : { ...patch, unnamed: null });
}

/** Only clients have addresses of their own. */
function withoutAddress({ email, phoneNumber }: ParticipantPatch): void {
  const found: FieldError[] = [];
  if (typeof email === 'string') found.push({ path: 'email', code: 'errors.field.refused' });
  if (typeof phoneNumber === 'string') found.push({ path: 'phone_number', code: 'errors.field.refused' });
  if (found.length > 0) throw new Rejection('errors.validation.failed', found);
}

function changed(known: Member, patch: ParticipantPatch): readonly MembershipEvent[] {
  const differs = Object.entries(patch).filter(
    ([name, value]) => value !== undefined && (known[name as keyof Member] ?? null) !== value,
  );
  if (differs.length === 0) return [];
  return [{ type: 'ParticipantChanged', data: { participantId: known.id, ...Object.fromEntries(differs) } }];
}

export function remove({ data }: RemoveParticipant, conversation: Open): readonly MembershipEvent[] {
  const { members, settledGates } = conversation;
  const { id, ifMatch, gate, erase: isErased } = data;
  const known = members.get(id) ?? reject('errors.participant.not_found');
  if (!meets(ifMatch, known.revision)) return reject('errors.precondition.failed');
  if (isKept(known)) return reject('errors.participant.kept_by_service');
  if (isErased) withoutHold(conversation);
  if (settledGates.includes(gate)) return reject('errors.position.not_reached');
  const left: MembershipEvent = { type: 'ParticipantLeft', data: { participantId: id, gate } };
  return isErased ? [left, erased(id, known)] : [left];
}

/** The participant has left before. */
export function erase({ data: { id } }: EraseParticipant, conversation: Open): readonly MembershipEvent[] {
  if (conversation.members.has(id)) return reject('errors.position.not_reached');
  const former = conversation.left.get(id) ?? reject('errors.participant.not_found');
  if (isKept(former)) return reject('errors.participant.kept_by_service');
  if (former.erasedBy !== undefined) return [];
  withoutHold(conversation);
  return [erased(id, former)];
}

const erased = (participantId: string, { kind, userId }: Pick<Member, 'kind' | 'userId'>): MembershipEvent => ({
  type: 'ParticipantErased',
  data: { participantId, kind, ...(userId === undefined ? {} : { userId }) },
});
