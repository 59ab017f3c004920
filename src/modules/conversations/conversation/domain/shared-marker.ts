import { type Open, sharedMember } from './conversation.state.js';
import type { Member } from './members.js';
import type { NewMember, Sharing } from './membership.commands.js';
import type { MembershipEvent } from './membership.events.js';

type Shared = Pick<Open, 'members' | 'sharedReadStatus'>;

const isUser = ({ kind }: Pick<NewMember, 'kind'>): boolean => kind === 'USER';

const sharedFrom = ({ id, displayName }: Sharing, fromSequence: number): MembershipEvent => ({
  type: 'ParticipantJoined',
  data: { participantId: id, kind: 'SHARED', displayName, fromSequence },
});

/** The first user of a conversation that shares the read status brings the marker. */
export function sharedMarkerFor(
  { members, sharedReadStatus }: Shared,
  newMembers: readonly NewMember[],
  sharing?: Sharing,
): readonly MembershipEvent[] {
  if (!sharing || !(sharedReadStatus ?? sharing.byType)) return [];
  if (sharedMember(members) || members.hasUsers || !newMembers.some(isUser)) return [];
  return [sharedFrom(sharing, sharing.fromSequence)];
}

/** Users of another type begin to share what the furthest of them has read, or each goes on from the shared marker. */
export function sharingChanged({ members, sharedReadStatus }: Shared, sharing: Sharing): readonly MembershipEvent[] {
  const { seen = 0 } = sharing;
  const marker = sharedMember(members);
  if (sharedReadStatus === (marker !== undefined)) return [];
  const users = [...members.values()].filter(isUser);
  if (!marker) return users.length > 0 ? [sharedFrom(sharing, seen)] : [];
  const left: MembershipEvent = { type: 'ParticipantLeft', data: { participantId: marker.id } };
  return [left, ...users.map((user) => readUpTo(user, Math.max(seen, marker.fromSequence)))];
}

const readUpTo = ({ id: participantId }: Member, seen: number): MembershipEvent => ({
  type: 'ParticipantChanged',
  data: { participantId, seen },
});
