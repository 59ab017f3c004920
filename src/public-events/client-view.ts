import type { ParticipantDto } from '../modules/participant/api/participant.dto.js';
import type { Frame, SignalFrame } from './frame.js';

/** What the others see of a participant; how to reach them is not theirs to know. */
function publicly(participant: ParticipantDto): ParticipantDto {
  const { email: _, phone_number: _phone, user_id: _user, preferred_language: _language, ...seen } = participant;
  return seen;
}

/** A frame as client participants are sent it, who may read no other participant than themselves. */
export const toClientFrame = <F extends Frame | SignalFrame>(frame: F): F =>
  frame.participant ? { ...frame, participant: publicly(frame.participant) } : frame;
