import type { Conversation, Message, Participant, ParticipantForClient, ReadStatus } from './api.js';

interface Published<T extends string> {
  readonly type: T;
  /** Id of the event, as in webhooks. */
  readonly id: string;
  /** Position to resume after. */
  readonly position: string;
  readonly occurred_at: string;
  readonly conversation_id: string;
}

interface Signal<T extends string> extends Omit<Published<T>, 'position'> {
  readonly participant: Participant | ParticipantForClient;
}

interface Marker {
  readonly read_status: ReadStatus & { readonly participant_id?: string };
}

/** A frame of the socket. Signals have no position and are never sent again. */
export type Frame =
  | (Published<'NEW_CONVERSATION' | 'CONVERSATION_UPDATED' | 'CONVERSATION_ARCHIVED'> & {
      readonly conversation: Conversation;
    })
  | (Published<'NEW_MESSAGE' | 'MESSAGE_UPDATED'> & { readonly message: Message })
  | (Published<'PARTICIPANT_CREATED'> & { readonly participant: Participant | ParticipantForClient })
  | (Published<'CONVERSATION_READ_STATUS' | 'PARTICIPANT_READ_STATUS'> & Marker)
  | Signal<'PARTICIPANT_WAS_TYPING' | 'PARTICIPANT_HAD_CONVERSATION_OPEN'>
  | Gap;

/** Frames since `after` can't be sent again: read the conversations again. Live frames follow from `position` on. */
export interface Gap {
  readonly type: 'GAP';
  readonly address: string;
  readonly after: string;
  readonly position: string;
}

/** `conversations` for all of the tenant, or one conversation. */
export type Address = 'conversations' | `conversations/${string}`;
