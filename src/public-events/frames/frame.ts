import type { PublicationType, SignalType } from '../../catalogue/socket-types.js';
import type { ConversationDto, ReadStatusDto } from '../../modules/conversations/conversation/api/conversation.dto.js';
import type { MessageDto } from '../../modules/conversations/message/api/message.dto.js';
import type {
  ErasedParticipantDto,
  ParticipantDto,
} from '../../modules/conversations/participant/api/participant.dto.js';

export interface FrameReadStatus extends ReadStatusDto {
  readonly participant_id?: string;
}

interface Of<T> {
  readonly type: T;
  readonly id: string;
  readonly occurred_at: string;
  readonly conversation_id: string;
}

/** Frame of an event, with the event's `id` and `position`. */
export interface Frame extends Of<PublicationType> {
  readonly position: string;
  readonly conversation?: ConversationDto;
  readonly message?: MessageDto;
  readonly participant?: ParticipantDto | ErasedParticipantDto;
  readonly read_status?: FrameReadStatus;
}

/** Has no position, since it can't be replayed. */
export interface SignalFrame extends Of<SignalType> {
  readonly participant: ParticipantDto;
}
