import { equal } from '../../../../kernel/equal.js';
import type { Event, Recorded } from '../../../../kernel/event.js';
import type {
  AnyConversationEvent,
  ConversationChanged,
} from '../../../conversations/conversation/domain/conversation.events.js';
import type { ParticipantKind } from '../../../conversations/conversation/domain/membership.events.js';
import type { MessagePosted } from '../../../conversations/message/domain/message.events.js';
import { type EvaluatedNode, evaluate, noBranchHeld } from './workflow.conditions.js';
import type { Action, DataTrigger, Trigger, Workflow } from './workflow.resource.js';

/** The kind of workflow that an event triggers. A new event does not compile until it is here, with `none` where it has none. */
export const triggers = {
  ConversationOpened: 'CONVERSATION_CREATED',
  ConversationChanged: 'CONVERSATION_DATA_CHANGED',
  ConversationArchived: 'none',
  ConversationLabelled: 'none',
  ConversationLocked: 'none',
  ConversationUnlocked: 'none',
  ConversationLockExpired: 'none',
  LegalHoldPlaced: 'none',
  LegalHoldLifted: 'none',
  ConversationRemoved: 'none',
  ConversationErased: 'none',
  ParticipantJoined: 'none',
  ParticipantChanged: 'none',
  ParticipantLeft: 'none',
  ParticipantErased: 'none',
  MessagePosted: 'MESSAGE_ADDED_TO_CONVERSATION',
  MessageDeleted: 'none',
  AssetStatusChanged: 'none',
  MessageSeen: 'none',
} as const satisfies Triggers<AnyConversationEvent>;

export type Triggers<E extends Event> = Readonly<Record<E['type'], Trigger['kind'] | 'none'>>;

type ConversationEventType = keyof typeof triggers;
type TriggeringType = {
  [T in ConversationEventType]: (typeof triggers)[T] extends 'none' ? never : T;
}[ConversationEventType];

export type Triggering = Extract<AnyConversationEvent, { readonly type: TriggeringType }>;

/** The conversation as it was when the event happened. */
export interface TriggerContext {
  readonly conversationTypeId: string;
  /** Kind of the message's author. */
  readonly author?: ParticipantKind;
  /** conversation_data before and after a change; `{}` where there were none. `isSame` is known by their digests. */
  readonly data?: { readonly before: unknown; readonly after: unknown; readonly isSame?: boolean };
}

export interface Match {
  readonly action: Action;
  readonly branch?: number;
  readonly conditions?: EvaluatedNode;
}

/** The greatest number of effects between an external cause and an effect. */
export const LAST_DEPTH = 8;

/** The kind of workflow that an event may set off; undefined where it sets off none, its effects included. */
export function triggerOf({ type, data, meta }: Recorded): Trigger['kind'] | undefined {
  if ((meta.depth ?? 0) >= LAST_DEPTH || !Object.hasOwn(triggers, type)) return undefined;
  if (type === 'ConversationChanged' && (data as ConversationChanged['data']).data === undefined) return undefined;
  const kind = triggers[type as ConversationEventType];
  return kind === 'none' ? undefined : kind;
}

/** Whether it is worth asking what the event met. */
export function mayMatch({ trigger }: Workflow, event: Recorded): boolean {
  if (trigger.kind !== triggerOf(event)) return false;
  if (trigger.kind !== 'MESSAGE_ADDED_TO_CONVERSATION' || trigger.messageSequence === undefined) return true;
  return trigger.messageSequence === (event as Recorded<MessagePosted>).data.sequence;
}

/** Action of the workflow for an event; undefined when it does not match. Ignores whether the workflow is enabled. */
export function match({ conversationTypeId, trigger }: Workflow, contextOf: TriggerContext): Match | undefined {
  if (conversationTypeId !== contextOf.conversationTypeId) return undefined;
  switch (trigger.kind) {
    case 'CONVERSATION_CREATED':
      return { action: trigger.action };
    case 'MESSAGE_ADDED_TO_CONVERSATION': {
      const { participantKind: wanted } = trigger;
      const fits = wanted === undefined ? contextOf.author !== 'WORKFLOW' : contextOf.author === wanted;
      return fits ? { action: trigger.action } : undefined;
    }
    case 'CONVERSATION_DATA_CHANGED': {
      const { before, after, isSame = equal(before, after) } = contextOf.data ?? { before: {}, after: {} };
      return isSame ? undefined : branched(trigger, before, after);
    }
  }
}

function branched({ action, branches = [] }: DataTrigger, before: unknown, after: unknown): Match | undefined {
  const evaluated: EvaluatedNode[] = [];
  for (const [n, branch] of branches.entries()) {
    const conditions = evaluate(branch.condition, before, after);
    if (conditions.held) return { action: branch.action, branch: n, conditions };
    evaluated.push(conditions);
  }
  if (!action) return undefined;
  return evaluated.length > 0 ? { action, conditions: noBranchHeld(evaluated) } : { action };
}
