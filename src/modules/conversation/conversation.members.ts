import { reject } from '../../kernel/rejection.js';
import { meets } from '../../kernel/revision.js';
import type {
  AddParticipant,
  ChangeParticipant,
  Joining,
  ParticipantPatch,
  RemoveParticipant,
  ReplaceParticipant,
  Sharing,
} from '../participant/participant.commands.js';
import type { MembershipEvent } from '../participant/participant.events.js';
import { type Member, memberOfUser, type Open, sharedMember } from './conversation.state.js';

type Members = Pick<Open, 'members' | 'left'>;

const joined = ({ id, ...participant }: Joining): MembershipEvent => ({
  type: 'ParticipantJoined',
  data: { participantId: id, ...participant },
});

/** The first user of a conversation whose type shares the read status brings the shared marker with them. */
function shared({ members }: Members, joining: readonly Joining[], sharing?: Sharing): readonly MembershipEvent[] {
  if (!sharing || sharedMember(members) || !joining.some(({ kind }) => kind === 'USER')) return [];
  return [joined({ ...sharing, kind: 'SHARED' })];
}

function admitted({ members, left }: Members, { id, userId }: Joining): void {
  const twice = members.has(id) || left.has(id) || (userId !== undefined && memberOfUser(members, userId));
  if (twice) reject('errors.participant.exists');
}

/** Newcomers of a conversation that is only being opened: each is checked against those before it. */
export function joinAll(joining: readonly Joining[], sharing?: Sharing): readonly MembershipEvent[] {
  const members = new Map<string, Member>();
  for (const each of joining) {
    admitted({ members, left: new Set() }, each);
    members.set(each.id, { ...each, revision: 1 });
  }
  return [...shared({ members: new Map(), left: new Set() }, joining, sharing), ...joining.map(joined)];
}

export function add({ data: { joining, sharing } }: AddParticipant, conversation: Open): readonly MembershipEvent[] {
  admitted(conversation, joining);
  return [...shared(conversation, [joining], sharing), joined(joining)];
}

/** Those listed are created or replaced, by id or by user; others stay. */
export function replaceAll(
  conversation: Open,
  joining: readonly Joining[],
  sharing?: Sharing,
): readonly MembershipEvent[] {
  const added: Joining[] = [];
  const changes: MembershipEvent[] = [];
  for (const each of joining) {
    const known =
      conversation.members.get(each.id) ?? (each.userId ? memberOfUser(conversation.members, each.userId) : undefined);
    if (known) changes.push(...replaced(known, each));
    else {
      admitted(
        {
          members: new Map([
            ...conversation.members,
            ...added.map((one) => [one.id, { ...one, revision: 1 }] as const),
          ]),
          left: conversation.left,
        },
        each,
      );
      added.push(each);
    }
  }
  return [...shared(conversation, added, sharing), ...changes, ...added.map(joined)];
}

export function replace({ data }: ReplaceParticipant, conversation: Open): readonly MembershipEvent[] {
  const { joining, sharing, ifMatch } = data;
  const known = conversation.members.get(joining.id);
  if (!meets(ifMatch, known?.revision)) return reject('errors.precondition.failed');
  if (known) return replaced(known, joining);
  admitted(conversation, joining);
  return [...shared(conversation, [joining], sharing), joined(joining)];
}

function replaced(known: Member, { kind, userId, displayName, email, phoneNumber, preferredLanguage }: Joining) {
  if (kind !== known.kind || userId !== known.userId) return reject('errors.participant.exists');
  const cleared = {
    email: email ?? null,
    phoneNumber: phoneNumber ?? null,
    preferredLanguage: preferredLanguage ?? null,
  };
  return changed(known, { displayName, ...cleared });
}

export function change(
  { data: { id, patch, ifMatch } }: ChangeParticipant,
  { members }: Open,
): readonly MembershipEvent[] {
  const known = members.get(id) ?? reject('errors.participant.not_found');
  if (!meets(ifMatch, known.revision)) return reject('errors.precondition.failed');
  return changed(known, patch);
}

function changed(known: Member, patch: ParticipantPatch): readonly MembershipEvent[] {
  const differs = Object.entries(patch).filter(
    ([name, value]) => value !== undefined && (known[name as keyof Member] ?? null) !== value,
  );
  if (differs.length === 0) return [];
  return [{ type: 'ParticipantChanged', data: { participantId: known.id, ...Object.fromEntries(differs) } }];
}

export function remove({ data: { id, ifMatch } }: RemoveParticipant, { members }: Open): readonly MembershipEvent[] {
  const known = members.get(id) ?? reject('errors.participant.not_found');
  if (!meets(ifMatch, known.revision)) return reject('errors.precondition.failed');
  if (known.kind === 'SHARED' || known.kind === 'WORKFLOW') return reject('errors.participant.kept_by_service');
  return [{ type: 'ParticipantLeft', data: { participantId: id } }];
}
