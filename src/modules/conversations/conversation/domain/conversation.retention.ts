import { dueAt, removableAt } from '../../../../kernel/retention.js';
import type {
  EraseConversation,
  LiftLegalHold,
  PlaceLegalHold,
  RemoveConversation,
  TakeBackConversation,
} from './conversation.commands.js';
import type { ConversationEvent } from './conversation.events.js';
import { type Conversation, existing, type Open, withoutHold } from './conversation.state.js';

type Events = readonly ConversationEvent[];

export const hold = (_: PlaceLegalHold, { legalHold }: Open): Events =>
  legalHold ? [] : [{ type: 'LegalHoldPlaced', data: {} }];

export const lift = (_: LiftLegalHold, { legalHold }: Open): Events =>
  legalHold ? [{ type: 'LegalHoldLifted', data: {} }] : [];

export function takeBack({ data: { runId }, meta }: TakeBackConversation, state: Conversation): Events {
  if (state.status !== 'open') return [];
  const { conversationTypeId } = state;
  return [{ type: 'ConversationRemoved', data: { runId, conversationTypeId, dueAt: meta.at } }];
}

/** Judges once more what the read model said: nothing, unless the conversation is due. */
export function remove({ data }: RemoveConversation, state: Conversation): Events {
  if (state.status === 'removed') return [];
  const conversation = existing(state);
  const { conversationTypeId, legalHold } = conversation;
  const [due, removable] = [dueAt(data, conversation), removableAt(data, conversation)];
  const isDue = due !== undefined && removable !== undefined && removable <= data.at;
  if (!isDue || legalHold || conversationTypeId !== data.conversationTypeId) return [];
  return [{ type: 'ConversationRemoved', data: { runId: data.runId, conversationTypeId, dueAt: due } }];
}

/** A removed conversation stays as it is. */
export function erase(_: EraseConversation, state: Conversation): Events {
  if (state.status === 'removed') return [];
  const conversation = existing(state);
  withoutHold(conversation);
  const { conversationTypeId } = conversation;
  return [{ type: 'ConversationErased', data: { conversationTypeId } }];
}
