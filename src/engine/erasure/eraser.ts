import type { Recorded } from '../../kernel/event.js';

/** A conversation that is removed for good. No call reaches it any more. */
export interface ErasedConversation {
  readonly tenantId: string;
  readonly id: string;
}

/** Someone who takes part no more in a conversation that goes on. */
export interface ErasedParticipant {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly id: string;
}

/** A deleted user. Their participants are erased one by one. */
export interface ErasedUser {
  readonly tenantId: string;
  readonly id: string;
}

/** Events of the subject that are erased together. */
export type ErasedEvents = readonly Recorded[];

/**
 * Removes what a module keeps of a subject outside of the log and of its read models. Every call may come again, also
 * after it was done. The content of the events is erased by then.
 */
export interface Eraser {
  /** Streams that these events of the conversation or of its messages name. Their events are erased with them. */
  streamsOf?(conversation: ErasedConversation, events: ErasedEvents): Promise<readonly string[]>;
  /** Removes what is found by the id of the conversation. */
  eraseConversation?(conversation: ErasedConversation): Promise<void>;
  /** Removes what is found by events, before the read models forget them. */
  eraseEvents?(conversation: ErasedConversation, events: ErasedEvents): Promise<void>;
  /** Removes what no document names any more, after the read models forgot the events. */
  eraseUnnamed?(conversation: ErasedConversation, events: ErasedEvents): Promise<void>;
  /** Removes what is found by the id of the participant. */
  eraseParticipant?(participant: ErasedParticipant): Promise<void>;
  /** Removes what is found by events about the participant and by their messages. */
  eraseParticipantEvents?(participant: ErasedParticipant, events: ErasedEvents): Promise<void>;
  /** Removes what is found by the id of the user. */
  eraseUser?(user: ErasedUser): Promise<void>;
  /** Removes what is found by the deletion of a message of a conversation that goes on. */
  eraseMessages?(conversation: ErasedConversation, messageIds: readonly string[]): Promise<void>;
}
