import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import type { ErasedParticipant } from '../../../../engine/erasure/eraser.js';
import { Erasers } from '../../../../engine/erasure/erasers.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { type ErasurePlace, subjectKey } from '../../../../kernel/erasure.js';
import { AdvanceErasure } from '../domain/erasure.commands.js';
import { erasureDecider } from '../domain/erasure.decider.js';
import { participantSteps } from './participant-walk.js';
import { ReadModelsReached } from './read-models-reached.service.js';
import { SubjectKeys } from './subject-keys.service.js';
import { SystemCommands } from './system-commands.service.js';

/** Removes what is left of an erased participant, step by step. After a kill another call goes on where this one was. */
@Injectable()
export class ParticipantErasure {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(ReadModelsReached) private readonly reached: ReadModelsReached,
    @Inject(Erasers) private readonly erasers: Erasers,
    @Inject(SubjectKeys) private readonly keys: SubjectKeys,
    @Inject(SystemCommands) private readonly system: SystemCommands,
  ) {}

  /** @throws StoreUnavailable when another attempt must follow */
  async erase(participant: ErasedParticipant): Promise<void> {
    const { tenantId, conversationId, id } = participant;
    const subject = { kind: 'participant', conversationId, participantId: id } as const;
    const { through, isComplete } = await this.runner.peek(erasureDecider, tenantId, subjectKey(subject));
    await this.reached.position(await this.log.head());
    await this.keys.end(tenantId, subject);
    await this.erasers.eraseParticipant(participant);
    await this.eraseSteps(participant, subjectKey(subject), isComplete ? undefined : through, isComplete);
    // A call that began before the keys ended may have kept something meanwhile.
    await this.erasers.eraseParticipant(participant);
  }

  private async eraseSteps(
    participant: ErasedParticipant,
    key: string,
    through: ErasurePlace | undefined,
    isComplete: boolean,
  ): Promise<void> {
    for await (const { ranges, events, through: done } of participantSteps(this.log, participant, through)) {
      await this.erasers.eraseParticipantEvents(participant, events);
      if (isComplete) continue;
      const data = { ranges, participantId: participant.id, ...(done && { through: done }) };
      const meta = this.system.meta(participant.tenantId);
      const { position } = await this.commands.execute(new AdvanceErasure(key, data, meta));
      await this.reached.position(position);
    }
  }
}
