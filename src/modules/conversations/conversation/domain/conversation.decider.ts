import { type Decider, decideBy } from '../../../../kernel/decider.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { meets } from '../../../../kernel/revision.js';
import type {
  ArchiveConversation,
  ChangeConversation,
  ConversationCommand,
  GivenRef,
  OpenConversation,
  ReplaceConversation,
  WithdrawGate,
} from './conversation.commands.js';
import type { ConversationChanged, ConversationEvent, DataRef, GateWithdrawn } from './conversation.events.js';
import { evolveConversation } from './conversation.evolve.js';
import { distinct, isSameLabel, labelled, withAdded } from './conversation.labels.js';
import { expire, lock, unlock, withinBounds } from './conversation.lock.js';
import { erase as eraseForGood, hold, lift, remove as removeForGood, takeBack } from './conversation.retention.js';
import { type Conversation, existing, type Open } from './conversation.state.js';
import type { MembershipCommand } from './membership.commands.js';
import type { MembershipEvent } from './membership.events.js';
import { add, change, erase, joinAll, remove, replace, replaceAll } from './membership.js';
import { sharingChanged } from './shared-marker.js';

type Decided = ConversationEvent | MembershipEvent | GateWithdrawn;
type Events = readonly Decided[];

function open({ data }: OpenConversation | ReplaceConversation): Events {
  const { conversationTypeId, description, data: content, archived, participants, sharing } = data;
  return [
    {
      type: 'ConversationOpened',
      data: {
        conversationTypeId,
        ...(description === undefined ? {} : { description }),
        ...(content === undefined ? {} : { data: kept(content) }),
        ...(archived ? { archived: true } : {}),
        ...(sharing ? { sharedReadStatus: sharing.byType } : {}),
      },
    },
    ...joinAll(participants, sharing),
  ];
}

const kept = ({ former: _, ...ref }: GivenRef): DataRef => ref;

/** Earlier versions named data by a digest without a key. */
const isSameData = (data: GivenRef | null, { dataDigest }: Open): boolean =>
  dataDigest === undefined ? data === null : [data?.digest, data?.former].includes(dataDigest);

interface Changes extends Omit<ChangeConversation['data'], 'ifMatch'> {
  readonly conversationTypeId?: string;
  readonly sharedReadStatus?: boolean;
}

/**
 * One event with the values that differ. An existing conversation accepts only `archived: false`. Data that follow the
 * schema of another type by now are to be checked again.
 */
function changes(wanted: Changes, conversation: Open): Events {
  const { description, data, dataFor = conversation.conversationTypeId, archived, conversationTypeId } = wanted;
  const { sharedReadStatus } = wanted;
  if (archived === true && !conversation.archived) return rejectAt('archived', 'errors.field.refused');
  if (data !== undefined && dataFor !== (conversationTypeId ?? conversation.conversationTypeId)) {
    return reject('errors.position.not_reached');
  }
  const differs: ConversationChanged['data'] = {
    ...(conversationTypeId !== undefined && conversationTypeId !== conversation.conversationTypeId
      ? { conversationTypeId }
      : {}),
    ...(sharedReadStatus !== undefined && sharedReadStatus !== conversation.sharedReadStatus
      ? { sharedReadStatus }
      : {}),
    ...(description !== undefined && (description ?? undefined) !== conversation.description ? { description } : {}),
    ...(data !== undefined && !isSameData(data, conversation) ? { data: data && kept(data) } : {}),
    ...(archived === false && conversation.archived ? { archived, ...gateOf(conversation) } : {}),
  };
  return Object.keys(differs).length === 0 ? [] : [{ type: 'ConversationChanged', data: differs }];
}

function replaceWhole({ data }: ReplaceConversation, conversation: Open): Events {
  const { description = null, data: content = null, participants, sharing, ...record } = data;
  const isOtherType = record.conversationTypeId !== conversation.conversationTypeId;
  const byType = isOtherType && sharing ? { sharedReadStatus: sharing.byType } : {};
  const shares = { ...conversation, ...byType };
  return [
    ...changes({ ...record, ...byType, dataFor: record.conversationTypeId, description, data: content }, conversation),
    ...(isOtherType && sharing ? sharingChanged(shares, sharing) : []),
    ...replaceAll(shares, participants, sharing),
  ];
}

const gateOf = ({ gate }: Open) => (gate === undefined ? {} : { gate });

/** A conversation whose messages are not closed, or not any more, is not archived. */
function archive({ data: { gate } }: ArchiveConversation, { archived, settledGates }: Open): Events {
  if (archived) return [];
  if (gate === undefined || settledGates.includes(gate)) return reject('errors.position.not_reached');
  return [{ type: 'ConversationArchived', data: { gate } }];
}

function withdraw({ data: { gate, participantId } }: WithdrawGate, state: Conversation): Events {
  if (state.status !== 'open') return [];
  const hasLeft = participantId !== undefined && state.left.has(participantId);
  return hasLeft || state.settledGates.includes(gate) ? [] : [{ type: 'GateWithdrawn', data: { gate } }];
}

const matched = (state: Open, ifMatch: ArchiveConversation['data']['ifMatch']): Open =>
  meets(ifMatch, state.revision) ? state : reject('errors.precondition.failed');

/** A merge patch was applied to the data that the conversation has. */
function unmoved({ mergedWith }: ChangeConversation['data'], state: Open): Open {
  const isMoved = mergedWith !== undefined && mergedWith !== (state.dataDigest ?? null);
  return isMoved ? reject('errors.precondition.failed') : state;
}

/** A condition that something does not exist is about the part of the conversation that is written. */
function matchedPart(state: Open, ifMatch: ArchiveConversation['data']['ifMatch'], isThere: boolean): Open {
  if (ifMatch !== 'none') return matched(state, ifMatch);
  return isThere ? reject('errors.precondition.failed') : state;
}

/** Decides a conversation and who takes part in it: one stream, so that both are decided together. */
export const conversationDecider: Decider<ConversationCommand | MembershipCommand, Conversation, Decided> = {
  category: 'conversation',
  initial: { status: 'absent' },

  decide: decideBy({
    OpenConversation(command, state) {
      if (state.status === 'removed') return reject('errors.conversation.removed');
      return state.status === 'absent' ? open(command) : reject('errors.conversation.exists');
    },
    ReplaceConversation(command, state) {
      if (state.status === 'removed') return reject('errors.conversation.removed');
      if (state.status === 'open') return replaceWhole(command, matched(state, command.data.ifMatch));
      return meets(command.data.ifMatch, undefined) ? open(command) : reject('errors.precondition.failed');
    },
    ChangeConversation: ({ data }, state) => changes(data, unmoved(data, matched(existing(state), data.ifMatch))),
    ArchiveConversation: (command, state) => archive(command, matched(existing(state), command.data.ifMatch)),
    WithdrawGate: withdraw,
    SetLabels({ data }, state) {
      const { labels } = matched(existing(state), data.ifMatch);
      return labelled(labels, distinct(data.labels));
    },
    AddLabels({ data }, state) {
      const conversation = existing(state);
      const hasAll = data.labels.every((label) => conversation.labels.some((kept) => isSameLabel(kept, label)));
      const { labels } = matchedPart(conversation, data.ifMatch, hasAll);
      return labelled(labels, withAdded(labels, data.labels));
    },
    RemoveLabel({ data }, state) {
      const { labels } = matched(existing(state), data.ifMatch);
      return labelled(
        labels,
        labels.filter((label) => !isSameLabel(label, data.label)),
      );
    },
    LockConversation(command, state) {
      const conversation = existing(state);
      withinBounds(command);
      return lock(command, matched(conversation, command.data.ifMatch));
    },
    UnlockConversation: (command, state) => unlock(command, matched(existing(state), command.data.ifMatch)),
    ExpireLock: (command, state) => expire(command, existing(state)),
    PlaceLegalHold(command, state) {
      const conversation = existing(state);
      return hold(command, matchedPart(conversation, command.data.ifMatch, conversation.legalHold === true));
    },
    LiftLegalHold: (command, state) => lift(command, matched(existing(state), command.data.ifMatch)),
    RemoveConversation: removeForGood,
    EraseConversation: eraseForGood,
    TakeBackConversation: takeBack,
    AddParticipant: (command, state) => add(command, existing(state)),
    ReplaceParticipant: (command, state) => replace(command, existing(state)),
    ChangeParticipant: (command, state) => change(command, existing(state)),
    RemoveParticipant: (command, state) => remove(command, existing(state)),
    EraseParticipant: (command, state) => erase(command, existing(state)),
  }),

  evolve: evolveConversation,
};
