import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { subjectOf } from '../../../../kernel/erasure.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { CompleteErasure } from '../domain/erasure.commands.js';
import { erasureDecider } from '../domain/erasure.decider.js';
import { ConversationErasure } from './conversation-erasure.service.js';
import { ConversationRemoval } from './conversation-removal.service.js';
import { ParticipantErasure } from './participant-erasure.service.js';
import { SystemCommands } from './system-commands.service.js';
import { UserErasure, type UserProgress } from './user-erasure.service.js';

/** `kept`: a conversation is not removed after all. */
export type ErasureProgress = UserProgress | 'kept';

/** Erases any subject, by its key. */
@Injectable()
export class SubjectErasure {
  constructor(
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(ConversationRemoval) private readonly removal: ConversationRemoval,
    @Inject(ConversationErasure) private readonly conversations: ConversationErasure,
    @Inject(ParticipantErasure) private readonly participants: ParticipantErasure,
    @Inject(UserErasure) private readonly users: UserErasure,
    @Inject(SystemCommands) private readonly system: SystemCommands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Goes on where an earlier call broke off. @throws StoreUnavailable when another attempt must follow */
  async erase(tenantId: string, key: string, isOver: () => boolean): Promise<ErasureProgress> {
    const subject = subjectOf(key);
    if (subject.kind === 'user') return this.users.erase({ tenantId, id: subject.userId });
    const { conversationId } = subject;
    if (subject.kind === 'participant') {
      await this.participants.erase({ tenantId, conversationId, id: subject.participantId });
      return 'erased';
    }
    const conversation = { tenantId, id: conversationId };
    if (!(await this.removal.decide(conversation))) return 'kept';
    if (isOver()) return 'waits';
    await this.conversations.erase(conversation);
    return 'erased';
  }

  /** Comes when the files of the stores hold nothing of the subject any more. */
  async complete(tenantId: string, key: string): Promise<void> {
    const { events, isComplete } = await this.runner.peek(erasureDecider, tenantId, key);
    if (isComplete) return;
    const data = { events, completedAt: this.clock.now() };
    await this.commands.execute(new CompleteErasure(key, data, this.system.meta(tenantId)));
  }
}
