import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { subjectKey } from '../../../../kernel/erasure.js';
import { AdvanceErasure } from '../domain/erasure.commands.js';
import { type ErasureState, erasureDecider } from '../domain/erasure.decider.js';
import { ReadModelsReached } from './read-models-reached.service.js';
import { type KeyedSubject, SubjectKeys } from './subject-keys.service.js';
import { SystemCommands } from './system-commands.service.js';

/** Begins the erasure of a subject, and notes its steps in the log. */
@Injectable()
export class ErasureCourse {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(ReadModelsReached) private readonly reached: ReadModelsReached,
    @Inject(SubjectKeys) private readonly keys: SubjectKeys,
    @Inject(SystemCommands) private readonly system: SystemCommands,
  ) {}

  /** Ends the keys of the subject. Returns how far an earlier attempt came. @throws StoreUnavailable */
  async begin(tenantId: string, subject: KeyedSubject): Promise<ErasureState> {
    const state = await this.runner.peek(erasureDecider, tenantId, subjectKey(subject));
    await this.reached.position(await this.log.head());
    await this.keys.end(tenantId, subject);
    return state;
  }

  /** The read models forget the events of the step before this returns. @throws StoreUnavailable */
  async advance(tenantId: string, subject: KeyedSubject, data: AdvanceErasure['data']): Promise<void> {
    const command = new AdvanceErasure(subjectKey(subject), data, this.system.meta(tenantId));
    const { position } = await this.commands.execute(command);
    await this.reached.position(position);
  }
}
