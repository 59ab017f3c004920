import type { Decider } from '../../../kernel/decider.js';
import { reject, rejectAt } from '../../../kernel/rejection.js';
import { meets } from '../../../kernel/revision.js';
import type {
  ArchiveConversation,
  ChangeConversation,
  ConversationCommand,
  OpenConversation,
  ReplaceConversation,
} from './conversation.commands.js';
import type { ConversationChanged, ConversationEvent } from './conversation.events.js';
import { evolveConversation } from './conversation.evolve.js';
import { distinct, labelled, withAdded } from './conversation.labels.js';
import { expire, lock, unlock, withinBounds } from './conversation.lock.js';
import { type Conversation, existing, type Open } from './conversation.state.js';
import type { MembershipCommand } from './membership.commands.js';
import type { MembershipEvent } from './membership.events.js';
import { add, change, joinAll, remove, replace, replaceAll } from './membership.js';

type Events = readonly (ConversationEvent | MembershipEvent)[];

function open({ data }: OpenConversation | ReplaceConversation): Events {
  const { conversationTypeId, description, data: content, archived, participants, sharing } = data;
  return [
    {
      type: 'ConversationOpened',
      data: {
        conversationTypeId,
        ...(description === undefined ? {} : { description }),
        ...(content === undefined ? {} : { data: content }),
        ...(archived ? { archived: true } : {}),
      },
    },
    ...joinAll(participants, sharing),
  ];
}

/** What of the wanted values differs, as one event; for an existing one `archived` may only be set back. */
function changes(wanted: ChangeConversation['data'] & { conversationTypeId?: string }, conversation: Open): Events {
  const { description, data, archived, conversationTypeId } = wanted;
  if (archived === true && !conversation.archived) return rejectAt('archived', 'errors.field.refused');
  const digest = data === null ? undefined : data?.digest;
  const differs: ConversationChanged['data'] = {
    ...(conversationTypeId !== undefined && conversationTypeId !== conversation.conversationTypeId
      ? { conversationTypeId }
      : {}),
    ...(description !== undefined && (description ?? undefined) !== conversation.description ? { description } : {}),
    ...(data !== undefined && digest !== conversation.dataDigest ? { data } : {}),
    ...(archived === false && conversation.archived ? { archived } : {}),
  };
  return Object.keys(differs).length === 0 ? [] : [{ type: 'ConversationChanged', data: differs }];
}

function replaceWhole({ data }: ReplaceConversation, conversation: Open): Events {
  const { description = null, data: content = null, participants, sharing, ...record } = data;
  return [
    ...changes({ ...record, description, data: content }, conversation),
    ...replaceAll(conversation, participants, sharing),
  ];
}

const archive = (_: ArchiveConversation, { archived }: Open): Events =>
  archived ? [] : [{ type: 'ConversationArchived', data: {} }];

const matched = (state: Open, ifMatch: ArchiveConversation['data']['ifMatch']): Open =>
  meets(ifMatch, state.revision) ? state : reject('errors.precondition.failed');

/** Decides a conversation and who takes part in it: one stream, so that both are decided together. */
export const conversationDecider: Decider<
  ConversationCommand | MembershipCommand,
  Conversation,
  ConversationEvent | MembershipEvent
> = {
  category: 'conversation',
  initial: { status: 'absent' },

  decide(command, state) {
    switch (command.type) {
      case 'OpenConversation':
        return state.status === 'absent' ? open(command) : reject('errors.conversation.exists');
      case 'ReplaceConversation':
        if (state.status === 'open') return replaceWhole(command, matched(state, command.data.ifMatch));
        return command.data.ifMatch === undefined ? open(command) : reject('errors.precondition.failed');
      case 'ChangeConversation':
        return changes(command.data, matched(existing(state), command.data.ifMatch));
      case 'ArchiveConversation':
        return archive(command, matched(existing(state), command.data.ifMatch));
      case 'SetLabels': {
        const { labels } = matched(existing(state), command.data.ifMatch);
        return labelled(labels, distinct(command.data.labels));
      }
      case 'AddLabels': {
        const { labels } = matched(existing(state), command.data.ifMatch);
        return labelled(labels, withAdded(labels, command.data.labels));
      }
      case 'RemoveLabel': {
        const { labels } = matched(existing(state), command.data.ifMatch);
        return labelled(
          labels,
          labels.filter((label) => label !== command.data.label),
        );
      }
      case 'LockConversation': {
        const conversation = existing(state);
        withinBounds(command);
        return lock(command, matched(conversation, command.data.ifMatch));
      }
      case 'UnlockConversation':
        return unlock(command, existing(state));
      case 'ExpireLock':
        return expire(command, existing(state));
      case 'AddParticipant':
        return add(command, existing(state));
      case 'ReplaceParticipant':
        return replace(command, existing(state));
      case 'ChangeParticipant':
        return change(command, existing(state));
      case 'RemoveParticipant':
        return remove(command, existing(state));
    }
  },

  evolve: evolveConversation,
};
