import { OrderedMap } from 'immutable';
import { limits } from '../../../../catalogue/limits/limits.js';
import type { Event, Recorded } from '../../../../kernel/event.js';
import { instant, later } from '../../../../kernel/instant.js';
import type {
  ConversationChanged,
  ConversationEvent,
  ConversationRemoved,
  GateWithdrawn,
} from './conversation.events.js';
import type { Conversation, Open, Removed } from './conversation.state.js';
import { type Member, Members } from './members.js';
import type { MembershipEvent, Participant, ParticipantChanged } from './membership.events.js';

const opened: Open = {
  status: 'open',
  conversationTypeId: '',
  archived: false,
  settledGates: [],
  updatedAt: instant(0),
  labels: [],
  members: Members.none,
  left: OrderedMap(),
  revision: 0,
};

const removed: Removed = { status: 'removed' };

/** Without the members that are undefined. */
const tidy = <T extends object>(value: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

const changed = (state: Open, data: ConversationChanged['data']): Open =>
  tidy<Open>({
    ...state,
    conversationTypeId: data.conversationTypeId ?? state.conversationTypeId,
    sharedReadStatus: data.sharedReadStatus ?? state.sharedReadStatus,
    archived: data.archived ?? state.archived,
    description: data.description === undefined ? state.description : (data.description ?? undefined),
    dataDigest: data.data === undefined ? state.dataDigest : data.data?.digest,
  });

function memberChanged(member: Member, { participantId: _, seen = 0, ...patch }: ParticipantChanged['data']): Member {
  const cleared = Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, value ?? undefined]));
  const fromSequence = Math.max(member.fromSequence, seen);
  return tidy<Member>({ ...member, ...cleared, fromSequence, revision: member.revision + 1 });
}

/** Where an earlier version opened the conversation, it shares if a marker joins before its first user. */
const sharesAfter = ({ sharedReadStatus }: Open, { kind }: Pick<Participant, 'kind'>): boolean | undefined => {
  if (kind === 'SHARED') return true;
  return kind === 'USER' ? (sharedReadStatus ?? false) : sharedReadStatus;
};

const withMember = (state: Open, member: Member): Open => ({ ...state, members: state.members.with(member) });

const withoutArchival = ({ archivedAt: _, gate: __, ...state }: Open): Open => state;

const settled = (state: Open, gate: string | undefined): Open =>
  gate === undefined ? state : { ...state, settledGates: [...state.settledGates.slice(1 - limits.settledGates), gate] };

/** Folds one event into the state of the next decision. */
export function evolveConversation(
  before: Conversation,
  event: Recorded<ConversationEvent | MembershipEvent | GateWithdrawn>,
): Conversation {
  if (before.status === 'removed' || event.type === 'ConversationRemoved') return removed;
  const known = before.status === 'open' ? before : opened;
  if (event.type === 'GateWithdrawn') return settled(known, event.data.gate);
  const { at } = event.meta;
  // The clock ends a lock; that does not count as a change of the conversation (contract 4).
  const isChange = event.type !== 'ConversationLockExpired';
  return evolveOpen(isChange ? { ...known, updatedAt: later(known.updatedAt, at) } : known, event);
}

type Ongoing = Recorded<Exclude<ConversationEvent, ConversationRemoved> | MembershipEvent>;

function evolveOpen(state: Open, event: Ongoing): Open {
  const moved = { ...state, revision: state.revision + 1 };
  switch (event.type) {
    case 'ConversationOpened': {
      const { conversationTypeId, description, data, archived, sharedReadStatus } = event.data;
      return tidy<Open>({
        ...moved,
        conversationTypeId,
        sharedReadStatus,
        description,
        dataDigest: data?.digest,
        archived: archived ?? false,
        archivedAt: archived ? event.meta.at : undefined,
      });
    }
    case 'ConversationChanged':
      return changed(event.data.archived === false ? withoutArchival(moved) : moved, event.data);
    case 'ConversationArchived':
      return tidy<Open>({
        ...settled(moved, event.data.gate),
        archived: true,
        archivedAt: event.meta.at,
        gate: event.data.gate,
      });
    case 'ConversationLabelled':
      return { ...moved, labels: event.data.labels ?? [] };
    case 'ConversationLocked':
      return { ...moved, lock: event.data };
    case 'ConversationUnlocked':
    case 'ConversationLockExpired': {
      const { lock: _given, ...unlocked } = moved;
      return unlocked;
    }
    case 'LegalHoldPlaced':
      return { ...moved, legalHold: true };
    case 'LegalHoldLifted': {
      const { legalHold: _held, ...free } = moved;
      return free;
    }
    case 'ParticipantJoined': {
      const { participantId, displayName = '', ...participant } = event.data;
      const joined = withMember(state, { ...participant, displayName, id: participantId, revision: 1 });
      return tidy<Open>({ ...joined, sharedReadStatus: sharesAfter(state, participant) });
    }
    case 'ParticipantChanged': {
      const member = state.members.get(event.data.participantId);
      return member ? withMember(state, memberChanged(member, event.data)) : state;
    }
    case 'ParticipantLeft': {
      const { participantId } = event.data;
      return { ...state, members: state.members.without(participantId), left: state.left.set(participantId, true) };
    }
    default:
      return foreign(event);
  }
}

/** The compiler sees that nothing comes here. */
const foreign = (event: never): never => {
  throw new Error(`unexpected ${(event as Event).type}`);
};
