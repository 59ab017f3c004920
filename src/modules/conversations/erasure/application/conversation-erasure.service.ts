import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import type { ErasedConversation } from '../../../../engine/erasure/eraser.js';
import { Erasers } from '../../../../engine/erasure/erasers.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import type { Position } from '../../../../kernel/event.js';
import { StoreUnavailable } from '../../../../ports/stores/event-store.js';
import { AdvanceErasure, CompleteErasure } from '../domain/erasure.commands.js';
import { erasureDecider } from '../domain/erasure.decider.js';
import { erasureSteps } from './erasure-walk.js';
import { SystemCommands } from './system-commands.service.js';

/** Milliseconds that an attempt waits for read models that lag; after that a later attempt waits again. */
const PATIENCE_MS = 30_000;

/** Removes what is left of a removed conversation, step by step. After a kill another call goes on where this one was. */
@Injectable()
export class ConversationErasure {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(Erasers) private readonly erasers: Erasers,
    @Inject(SystemCommands) private readonly system: SystemCommands,
  ) {}

  /** @throws StoreUnavailable when another attempt must follow */
  async erase(conversation: ErasedConversation): Promise<void> {
    const { tenantId, id } = conversation;
    const { through, isComplete } = await this.runner.peek(erasureDecider, tenantId, id);
    if (isComplete) return;
    await this.reached(await this.log.head());
    await this.erasers.eraseConversation(conversation);
    let done = through;
    for await (const step of erasureSteps(this.log, this.erasers, conversation, through)) {
      await this.erasers.eraseEvents(conversation, step.events);
      const data = { ranges: step.ranges, ...(done && { through: done }) };
      const { position } = await this.commands.execute(new AdvanceErasure(id, data, this.system.meta(tenantId)));
      await this.reached(position);
      await this.erasers.eraseUnnamed(conversation, step.events);
      done = step.through ?? done;
    }
  }

  /** Comes when the files of the stores hold nothing of the conversation any more. */
  async complete({ tenantId, id }: ErasedConversation): Promise<void> {
    await this.commands.execute(new CompleteErasure(id, {}, this.system.meta(tenantId)));
  }

  private async reached(position: Position): Promise<void> {
    if (await this.caughtUp.reached(position, PATIENCE_MS)) return;
    throw new StoreUnavailable('The read models are behind the log: the erasure goes on later.');
  }
}
