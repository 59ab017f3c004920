import { Inject, Injectable } from '@nestjs/common';
import { erasureOf } from '../../../../../projections/erasure/reads.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Erasers } from '../../../../engine/erasure/erasers.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { subjectOf } from '../../../../kernel/erasure.js';
import { LOG_SIGNER, type LogSigner } from '../../../../ports/identity/log-signer.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { certificateText } from '../domain/erasure.certificate.js';
import { CompleteErasure } from '../domain/erasure.commands.js';
import { erasureDecider } from '../domain/erasure.decider.js';
import { ConversationErasure } from './conversation-erasure.service.js';
import { ConversationRemoval } from './conversation-removal.service.js';
import { ParticipantErasure } from './participant-erasure.service.js';
import { ReadModelsReached } from './read-models-reached.service.js';
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
    @Inject(Erasers) private readonly erasers: Erasers,
    @Inject(SystemCommands) private readonly system: SystemCommands,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ReadModelsReached) private readonly reached: ReadModelsReached,
    @Inject(LOG_SIGNER) private readonly signer: LogSigner,
  ) {}

  /** Goes on where an earlier call broke off. @throws StoreUnavailable when another attempt must follow */
  async erase(tenantId: string, key: string, isOver: () => boolean): Promise<ErasureProgress> {
    const subject = subjectOf(key);
    if (subject.kind === 'user') return this.users.erase({ tenantId, id: subject.userId });
    const { conversationId } = subject;
    if (subject.kind === 'message') {
      await this.erasers.eraseMessages({ tenantId, id: conversationId }, [subject.messageId]);
      return 'erased';
    }
    if (subject.kind === 'participant') {
      await this.participants.erase({ tenantId, conversationId, id: subject.participantId });
      return 'erased';
    }
    const conversation = { tenantId, id: conversationId };
    const decided = await this.removal.decide(conversation);
    if (decided !== 'removed') return decided;
    if (isOver()) return 'waits';
    await this.conversations.erase(conversation);
    return 'erased';
  }

  /** Comes when the files of the stores hold nothing of the subject any more. A deletion of a message certifies itself. */
  async complete(tenantId: string, key: string): Promise<void> {
    if (subjectOf(key).kind === 'message') return;
    const { events, isComplete } = await this.runner.peek(erasureDecider, tenantId, key);
    if (isComplete) return;
    await this.reached.position(await this.log.head());
    const erasure = await erasureOf(this.documents, tenantId, key);
    const certified = { events, completedAt: this.clock.now() };
    const signature = erasure && this.signer.sign(certificateText({ ...erasure, ...certified }));
    const data = { ...certified, ...(signature === undefined ? {} : { signature }) };
    await this.commands.execute(new CompleteErasure(key, data, this.system.meta(tenantId)));
  }
}
