import { Inject, Injectable } from '@nestjs/common';
import type { ParticipantLiveness } from '../../../ports/participant-liveness.js';
import { ConversationReader } from '../../conversation/application/conversation.reader.js';

/** A client's credential is good for as long as the conversation itself, not a read model, has them. */
@Injectable()
export class ConversationMembership implements ParticipantLiveness {
  constructor(@Inject(ConversationReader) private readonly conversations: ConversationReader) {}

  async isAlive(tenantId: string, conversationId: string, participantId: string): Promise<boolean> {
    const member = await this.conversations.member(tenantId, conversationId, participantId);
    return member?.kind === 'CLIENT';
  }
}
