import type { Event, EventTypes } from '../../../../kernel/event.js';
import type { Instant } from '../../../../kernel/instant.js';
import type { MessageEvent } from '../../message/domain/message.events.js';
import type { MessageSeen } from '../../participant/domain/participant.events.js';
import type { MembershipEvent } from './membership.events.js';

/**
 * conversation_data by digest. Small data are part of the event; large ones are a blob, of which `text` is searched.
 */
export interface DataRef {
  readonly digest: string;
  readonly value?: Readonly<Record<string, unknown>>;
  readonly text?: string;
}

export type ConversationOpened = Event<
  'ConversationOpened',
  {
    readonly conversationTypeId: string;
    readonly description?: string;
    readonly data?: DataRef;
    /** Only an import opens an archived one. */
    readonly archived?: true;
    /** Whether the users share a read status. Earlier versions left it out. */
    readonly sharedReadStatus?: boolean;
  }
>;

/** Only what changed; null takes it away. `archived: false` brings it back, and `gate` is to be opened then. */
export type ConversationChanged = Event<
  'ConversationChanged',
  {
    readonly conversationTypeId?: string;
    /** Only with another type that differs in it. Earlier versions left it out. */
    readonly sharedReadStatus?: boolean;
    readonly description?: string | null;
    readonly data?: DataRef | null;
    readonly archived?: false;
    readonly gate?: string;
  }
>;

/** `gate`: it closed the messages before; earlier versions closed none. */
export type ConversationArchived = Event<'ConversationArchived', { readonly gate?: string }>;

/** The archiving or the removal that closed the messages did not take place, and will not. */
export type GateWithdrawn = Event<'GateWithdrawn', { readonly gate: string }>;

/** All its labels from now on. Left out where they are erased. */
export type ConversationLabelled = Event<'ConversationLabelled', { readonly labels?: readonly string[] }>;

/** Taken or prolonged: the latest one counts. It ends by itself at `until`. */
export type ConversationLocked = Event<
  'ConversationLocked',
  { readonly until: Instant; readonly by: string; readonly note?: string }
>;

/** Given back before its end. */
export type ConversationUnlocked = Event<'ConversationUnlocked', { readonly by: string }>;

/** Noted after its end had passed; it had stopped holding at `until`. */
export type ConversationLockExpired = Event<'ConversationLockExpired', { readonly until: Instant }>;

/** Retention keeps it from now on, regardless of the policy of its type. */
export type LegalHoldPlaced = Event<'LegalHoldPlaced', Record<string, never>>;

export type LegalHoldLifted = Event<'LegalHoldLifted', Record<string, never>>;

/** Removed for good by a run of retention. Its id is not given again. */
export type ConversationRemoved = Event<
  'ConversationRemoved',
  { readonly runId: string; readonly conversationTypeId: string; readonly dueAt: Instant }
>;

export type ConversationEvent =
  | ConversationOpened
  | ConversationChanged
  | ConversationArchived
  | ConversationLabelled
  | ConversationLocked
  | ConversationUnlocked
  | ConversationLockExpired
  | LegalHoldPlaced
  | LegalHoldLifted
  | ConversationRemoved;

/** Every event that concerns a conversation: its own and those of its participants, messages and read markers. */
export type AnyConversationEvent = ConversationEvent | MembershipEvent | MessageSeen | MessageEvent;

const personal = ['description', 'data.value', 'data.text'] as const;

export const conversationEventTypes: EventTypes<ConversationEvent> = {
  ConversationOpened: { version: 1, personal, subject: 'conversation' },
  ConversationChanged: { version: 1, personal, subject: 'conversation' },
  ConversationArchived: { version: 1, personal: [], subject: 'conversation' },
  ConversationLabelled: { version: 1, personal: ['labels'], subject: 'conversation' },
  ConversationLocked: { version: 1, personal: ['note'], subject: 'conversation' },
  ConversationUnlocked: { version: 1, personal: [], subject: 'conversation' },
  ConversationLockExpired: { version: 1, personal: [], subject: 'conversation' },
  LegalHoldPlaced: { version: 1, personal: [], subject: 'conversation' },
  LegalHoldLifted: { version: 1, personal: [], subject: 'conversation' },
  ConversationRemoved: { version: 1, personal: [], subject: 'conversation' },
};

export const gateEventTypes: EventTypes<GateWithdrawn> = {
  GateWithdrawn: { version: 1, personal: [], subject: 'conversation' },
};
