import { Inject, Injectable } from '@nestjs/common';
import type { ParticipantLiveness } from '../../../../ports/identity/participant-liveness.js';
import { ConversationReader } from '../../conversation/application/conversation.reader.js';

/** A client's credential is good for as long as the conversation itself, not a read model, has them. */
@Injectable()
export class ConversationMembership implements ParticipantLiveness {
  constructor(@Inject(ConversationReader) private readonly conversations: ConversationReader) {}

  isAlive(tenantId: string, conversationId: string, participantId: string): Promise<boolean> {
    return this.conversations.isClient(tenantId, conversationId, participantId);
  }
}
