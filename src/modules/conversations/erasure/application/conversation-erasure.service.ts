import { Inject, Injectable } from '@nestjs/common';
import type { ErasedConversation } from '../../../../engine/erasure/eraser.js';
import { Erasers } from '../../../../engine/erasure/erasers.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { ErasureCourse } from './erasure-course.service.js';
import { erasureSteps } from './erasure-walk.js';

/** Removes what is left of a removed conversation, step by step. After a kill another call goes on where this one was. */
@Injectable()
export class ConversationErasure {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(Erasers) private readonly erasers: Erasers,
    @Inject(ErasureCourse) private readonly course: ErasureCourse,
  ) {}

  /**
   * A complete erasure is done once more, because an older state of a store may have brought something back.
   * @throws StoreUnavailable when another attempt must follow
   */
  async erase(conversation: ErasedConversation): Promise<void> {
    const { tenantId, id } = conversation;
    const subject = { kind: 'conversation', conversationId: id } as const;
    const { through, isComplete } = await this.course.begin(tenantId, subject);
    await this.erasers.eraseConversation(conversation);
    let done = isComplete ? undefined : through;
    for await (const step of erasureSteps(this.log, this.erasers, conversation, done)) {
      await this.erasers.eraseEvents(conversation, step.events);
      const data = { ranges: step.ranges, ...(done && { through: done }) };
      if (!isComplete) await this.course.advance(tenantId, subject, data);
      await this.erasers.eraseUnnamed(conversation, step.events);
      done = step.through ?? done;
    }
  }
}
