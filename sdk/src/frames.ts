import type { Conversation, Message, Participant, ParticipantForClient, ReadStatus } from './api.js';
import type { Platform } from './live/platform.js';

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

export type FramesStatus =
  /** `stale`: frames may be missing until the connection is back. `renewing`: the token has expired, and another one is awaited. */
  | { readonly state: 'connecting' | 'live' | 'stale' | 'renewing' }
  | { readonly state: 'ended'; readonly reason: 'left' | 'aborted' }
  | { readonly state: 'ended'; readonly reason: 'failed'; readonly error: unknown };

/** The frames of an address. `return` ends a wait at once. */
export interface Frames extends AsyncGenerator<Frame, void, undefined> {
  readonly status: FramesStatus;
}

export interface FramesOptions {
  /** Position of the last frame that was processed. Default: only frames from now on. */
  readonly after?: string;
  /** Frames that may wait for the loop. A loop that is further behind is unsubscribed and resumes later. Default: 1,000. */
  readonly buffer?: number;
  readonly signal?: AbortSignal;
  /** Gets each change of the status. */
  readonly onStatus?: (status: FramesStatus) => void;
  /** Default: the clock and the events of the page. Others can say when an app wakes up. */
  readonly platform?: Platform;
}
