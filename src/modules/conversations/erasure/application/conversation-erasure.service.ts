import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import type { ErasedConversation } from '../../../../engine/erasure/eraser.js';
import { Erasers } from '../../../../engine/erasure/erasers.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { ErasurePlace } from '../../../../kernel/erasure.js';
import { AdvanceErasure } from '../domain/erasure.commands.js';
import { erasureDecider } from '../domain/erasure.decider.js';
import { erasureSteps } from './erasure-walk.js';
import { ReadModelsReached } from './read-models-reached.service.js';
import { SubjectKeys } from './subject-keys.service.js';
import { SystemCommands } from './system-commands.service.js';

/** Removes what is left of a removed conversation, step by step. After a kill another call goes on where this one was. */
@Injectable()
export class ConversationErasure {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(ReadModelsReached) private readonly reached: ReadModelsReached,
    @Inject(Erasers) private readonly erasers: Erasers,
    @Inject(SubjectKeys) private readonly keys: SubjectKeys,
    @Inject(SystemCommands) private readonly system: SystemCommands,
  ) {}

  /**
   * A complete erasure is done once more, because an older state of a store may have brought something back.
   * @throws StoreUnavailable when another attempt must follow
   */
  async erase(conversation: ErasedConversation): Promise<void> {
    const { tenantId, id } = conversation;
    const { through, isComplete } = await this.runner.peek(erasureDecider, tenantId, id);
    await this.reached.position(await this.log.head());
    await this.keys.end(tenantId, { kind: 'conversation', conversationId: id });
    await this.erasers.eraseConversation(conversation);
    await this.eraseSteps(conversation, isComplete ? undefined : through, isComplete);
  }

  private async eraseSteps(
    conversation: ErasedConversation,
    through: ErasurePlace | undefined,
    isComplete: boolean,
  ): Promise<void> {
    const { tenantId, id } = conversation;
    let done = through;
    for await (const step of erasureSteps(this.log, this.erasers, conversation, through)) {
      await this.erasers.eraseEvents(conversation, step.events);
      if (!isComplete) {
        const data = { ranges: step.ranges, ...(done && { through: done }) };
        const { position } = await this.commands.execute(new AdvanceErasure(id, data, this.system.meta(tenantId)));
        await this.reached.position(position);
      }
      await this.erasers.eraseUnnamed(conversation, step.events);
      done = step.through ?? done;
    }
  }
}
