import { Inject, Injectable } from '@nestjs/common';
import type { ErasedConversation } from '../../../../engine/erasure/eraser.js';
import { Erasers } from '../../../../engine/erasure/erasers.js';
import type { MessageDeleted } from '../../message/domain/message.events.js';
import { SubjectKeys } from './subject-keys.service.js';

/** Removes what is left of a deleted message. The deletion is its own certificate. */
@Injectable()
export class MessageErasure {
  constructor(
    @Inject(Erasers) private readonly erasers: Erasers,
    @Inject(SubjectKeys) private readonly keys: SubjectKeys,
  ) {}

  async erase(conversation: ErasedConversation, { messageId, sequence }: MessageDeleted['data']): Promise<void> {
    await this.keys.endMessage(conversation.tenantId, conversation.id, sequence);
    await this.erasers.eraseMessages(conversation, [messageId]);
  }
}
