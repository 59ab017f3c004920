import { Inject, Injectable } from '@nestjs/common';
import type { Participation } from '../../../../../projections/participation/projection.js';
import { openOfUser } from '../../../../../projections/participation/reads.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import type { ErasedUser } from '../../../../engine/erasure/eraser.js';
import { Erasers } from '../../../../engine/erasure/erasers.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { ErasedRange, SubjectOf } from '../../../../kernel/erasure.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { innerId, streamName } from '../../../../kernel/stream.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ConversationReader } from '../../conversation/application/conversation.reader.js';
import { MessageGates } from '../../conversation/application/message-gates.service.js';
import { EraseParticipant } from '../../conversation/domain/membership.commands.js';
import { ErasureCourse } from './erasure-course.service.js';
import { SystemCommands } from './system-commands.service.js';

const PAGE = 100;
const AT_ONCE = 8;
/** Streams with what a user said of themself. */
const STREAMS = ['user', 'userPreference', 'passkeys'] as const;
/** A conversation or a participant that is gone by now is not erased a second time. */
const GONE: readonly string[] = [
  'errors.conversation.not_found',
  'errors.conversation.erased',
  'errors.participant.not_found',
];

/** `waits`: participants of the user are still being erased. `held`: one of them is under a legal hold. */
export type UserProgress = 'erased' | 'waits' | 'held';

/** Erases a deleted user, and requests the erasure of each participant that they were. */
@Injectable()
export class UserErasure {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(MessageGates) private readonly gates: MessageGates,
    @Inject(Erasers) private readonly erasers: Erasers,
    @Inject(ErasureCourse) private readonly course: ErasureCourse,
    @Inject(SystemCommands) private readonly system: SystemCommands,
  ) {}

  /** @throws StoreUnavailable when another attempt must follow */
  async erase(user: ErasedUser): Promise<UserProgress> {
    const { tenantId, id } = user;
    const subject = { kind: 'user', userId: id } as const;
    const { isComplete, events: noted } = await this.course.begin(tenantId, subject);
    await this.erasers.eraseUser(user);
    if (!isComplete && noted === 0) await this.note(tenantId, subject);
    return this.eraseParticipants(tenantId, id);
  }

  /** The events that the certificate counts. */
  private async note(tenantId: string, subject: SubjectOf<'user'>): Promise<void> {
    const ranges: ErasedRange[] = [];
    for (const category of STREAMS) {
      const stream = streamName(category, tenantId, subject.userId);
      const [newest] = await this.log.positions(stream, { backwards: true, limit: 1 });
      if (newest) ranges.push({ stream, from: 1, to: newest.version });
    }
    await this.course.advance(tenantId, subject, { ranges });
  }

  private async eraseParticipants(tenantId: string, userId: string): Promise<UserProgress> {
    let progress: UserProgress = 'erased';
    for (let after: string | undefined; ; ) {
      const page = await openOfUser(this.documents, tenantId, userId, PAGE, after);
      if (page.length > 0 && progress === 'erased') progress = 'waits';
      const wanted = page.filter(({ erased }) => !erased);
      for (let from = 0; from < wanted.length; from += AT_ONCE) {
        const some = wanted.slice(from, from + AT_ONCE);
        const held = await Promise.all(some.map((each) => this.isHeld(tenantId, each)));
        if (held.includes(true)) progress = 'held';
      }
      const last = page.at(-1);
      if (page.length < PAGE || !last) return progress;
      after = innerId(last.conversationId, last.participantId);
    }
  }

  /** Requests the erasure of a participant. True: a legal hold forbids it. */
  private async isHeld(tenantId: string, { conversationId, participantId }: Participation): Promise<boolean> {
    const meta = this.system.meta(tenantId);
    try {
      const open = await this.conversations.find(tenantId, conversationId);
      if (!open) return false;
      if (open.members.has(participantId)) {
        await this.gates.removeParticipant(conversationId, participantId, { erase: true }, meta);
      } else await this.commands.execute(new EraseParticipant(conversationId, { id: participantId }, meta));
      return false;
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      if (error.code === 'errors.conversation.legal_hold') return true;
      if (GONE.includes(error.code)) return false;
      throw error;
    }
  }
}
