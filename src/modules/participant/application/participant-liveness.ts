import { Inject, Injectable } from '@nestjs/common';
import type { ParticipantLiveness } from '../../../http/pipeline/caller.js';
import { ConversationAccess } from '../../conversation/application/conversation.reader.js';

/** A client's credential is good for as long as the conversation itself, not a read model, has them. */
@Injectable()
export class MembershipLiveness implements ParticipantLiveness {
  constructor(@Inject(ConversationAccess) private readonly conversations: ConversationAccess) {}

  async isAlive(tenantId: string, conversationId: string, participantId: string): Promise<boolean> {
    const member = await this.conversations.member(tenantId, conversationId, participantId);
    return member?.kind === 'CLIENT';
  }
}
