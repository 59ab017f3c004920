import type { ConversationDto, ReadStatusDto } from '../modules/conversation/api/conversation.dto.js';
import type { MessageDto } from '../modules/message/api/message.dto.js';
import type { ParticipantDto } from '../modules/participant/api/participant.dto.js';

/** What a subscriber may send; the event's name is the type. */
export const REQUESTS = ['SUBSCRIBE', 'UNSUBSCRIBE', 'PING', 'AUTHENTICATE'] as const;
export type Request = (typeof REQUESTS)[number];

/** What the log makes us say. */
export const PUBLICATIONS = [
  'NEW_CONVERSATION',
  'CONVERSATION_UPDATED',
  'CONVERSATION_ARCHIVED',
  'CONVERSATION_READ_STATUS',
  'NEW_MESSAGE',
  'MESSAGE_UPDATED',
  'PARTICIPANT_CREATED',
  'PARTICIPANT_READ_STATUS',
] as const;
export type PublicationType = (typeof PUBLICATIONS)[number];

/** What is told at the moment and kept in no log. */
export const SIGNALS = ['PARTICIPANT_WAS_TYPING', 'PARTICIPANT_HAD_CONVERSATION_OPEN'] as const;
export type SignalType = (typeof SIGNALS)[number];

/** What concerns the line itself. */
export const NOTICES = ['PONG', 'GAP', 'ERROR'] as const;

export interface FrameReadStatus extends ReadStatusDto {
  readonly participant_id?: string;
}

interface Of<T> {
  readonly type: T;
  readonly id: string;
  readonly occurred_at: string;
  readonly conversation_id: string;
}

/** What an event is told as. Its `id` and `position` are the event's. */
export interface Frame extends Of<PublicationType> {
  readonly position: string;
  readonly conversation?: ConversationDto;
  readonly message?: MessageDto;
  readonly participant?: ParticipantDto;
  readonly read_status?: FrameReadStatus;
}

/** Has no position, since it can't be replayed. */
export interface SignalFrame extends Of<SignalType> {
  readonly participant: ParticipantDto;
}
