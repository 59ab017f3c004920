import { token } from '../../kernel/token.js';

/** Whether a client participant is there, by the conversation's own state; made by `modules/conversations/participant`. */
export interface ParticipantLiveness {
  /** True for a CLIENT who takes part and was not removed. At once where the state is at hand. */
  isAlive(tenantId: string, conversationId: string, participantId: string): Promise<boolean> | boolean;
}

export const PARTICIPANT_LIVENESS = token<ParticipantLiveness>('ParticipantLiveness');
