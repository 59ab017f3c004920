import { Inject, Injectable } from '@nestjs/common';
import type { ErasedParticipant } from '../../../../engine/erasure/eraser.js';
import { Erasers } from '../../../../engine/erasure/erasers.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { ErasureCourse } from './erasure-course.service.js';
import { participantSteps } from './participant-walk.js';

/** Removes what is left of an erased participant, step by step. After a kill another call goes on where this one was. */
@Injectable()
export class ParticipantErasure {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(Erasers) private readonly erasers: Erasers,
    @Inject(ErasureCourse) private readonly course: ErasureCourse,
  ) {}

  /** @throws StoreUnavailable when another attempt must follow */
  async erase(participant: ErasedParticipant): Promise<void> {
    const { tenantId, conversationId, id: participantId } = participant;
    const subject = { kind: 'participant', conversationId, participantId } as const;
    const { through, isComplete } = await this.course.begin(tenantId, subject);
    await this.erasers.eraseParticipant(participant);
    const steps = participantSteps(this.log, participant, isComplete ? undefined : through);
    for await (const { ranges, events, through: done } of steps) {
      await this.erasers.eraseParticipantEvents(participant, events);
      const data = { ranges, participantId, ...(done && { through: done }) };
      if (!isComplete) await this.course.advance(tenantId, subject, data);
    }
    // A call that began before the keys ended may have kept something meanwhile.
    await this.erasers.eraseParticipant(participant);
  }
}
