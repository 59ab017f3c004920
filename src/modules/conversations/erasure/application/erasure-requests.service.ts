import { Inject, Injectable } from '@nestjs/common';
import { erasureOf } from '../../../../../projections/erasure/reads.js';
import { openOfUser } from '../../../../../projections/participation/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import { type Erasure, subjectKey } from '../../../../kernel/erasure.js';
import type { Position } from '../../../../kernel/event.js';
import { reject } from '../../../../kernel/rejection.js';
import { innerId } from '../../../../kernel/stream.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ConversationReader, withoutHold } from '../../conversation/application/conversation.reader.js';
import { MessageGates } from '../../conversation/application/message-gates.service.js';
import { EraseConversation } from '../../conversation/domain/conversation.commands.js';
import { EraseParticipant } from '../../conversation/domain/membership.commands.js';
import { EraseUser } from '../domain/erasure.commands.js';
import { erasureDecider } from '../domain/erasure.decider.js';

const LOOK_MS = 25;
const PAGE = 100;

/** A requested erasure: its id, and the position of its event. */
export interface RequestedErasure {
  readonly id: string;
  readonly position: Position;
}

/** Requests erasures. A repeat finds the erasure that was requested before. */
@Injectable()
export class ErasureRequests {
  constructor(
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(MessageGates) private readonly gates: MessageGates,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Rejection 404, 409 under a legal hold */
  async conversation(id: string, meta: CommandMeta): Promise<{ erasure: Erasure; position: Position }> {
    const { position } = await this.commands.execute(new EraseConversation(id, {}, meta));
    const key = subjectKey({ kind: 'conversation', conversationId: id });
    await this.completed(meta.tenantId, key);
    await this.caughtUp.mustReach(position);
    const erasure = await erasureOf(this.documents, meta.tenantId, key);
    return { erasure: erasure ?? reject('errors.position.not_reached'), position };
  }

  /** Removes a participant who still takes part. @throws Rejection 404, 409, 412 */
  async participant(
    conversationId: string,
    id: string,
    ifMatch: Parameters<MessageGates['removeParticipant']>[2]['ifMatch'],
    meta: CommandMeta,
  ): Promise<RequestedErasure> {
    const open = await this.conversations.now(meta.tenantId, conversationId);
    const { position } = open.members.has(id)
      ? await this.gates.removeParticipant(conversationId, id, { ifMatch, erase: true }, meta)
      : await this.commands.execute(new EraseParticipant(conversationId, { id }, meta));
    const { left } = await this.conversations.now(meta.tenantId, conversationId);
    return { id: left.get(id)?.erasedBy ?? reject('errors.position.not_reached'), position };
  }

  /** Before a user is deleted for an erasure. @throws Rejection 409 where a conversation of theirs is under a legal hold */
  async mayEraseUser(tenantId: string, userId: string): Promise<void> {
    if ((await this.userErasure(tenantId, userId)) !== undefined) return;
    for (let after: string | undefined; ; ) {
      const page = await openOfUser(this.documents, tenantId, userId, PAGE, after);
      for (const { conversationId, erased } of page) {
        const open = erased ? undefined : await this.conversations.find(tenantId, conversationId);
        if (open) withoutHold(open);
      }
      const last = page.at(-1);
      if (page.length < PAGE || !last) return;
      after = innerId(last.conversationId, last.participantId);
    }
  }

  /** The user is deleted before. */
  async user(userId: string, meta: CommandMeta): Promise<RequestedErasure> {
    const key = subjectKey({ kind: 'user', userId });
    const { position } = await this.commands.execute(new EraseUser(key, { userId }, meta));
    return { id: (await this.userErasure(meta.tenantId, userId)) ?? reject('errors.position.not_reached'), position };
  }

  /** Id of the erasure of a user; undefined where they are not erased. */
  async userErasure(tenantId: string, userId: string): Promise<string | undefined> {
    return (await this.runner.peek(erasureDecider, tenantId, subjectKey({ kind: 'user', userId }))).userErasedBy;
  }

  /** Waits for its end, two seconds at most. */
  private async completed(tenantId: string, key: string): Promise<void> {
    const until = this.clock.monotonic() + limits.caughtUpMs;
    for (;;) {
      const { state, position } = await this.runner.folded(erasureDecider, tenantId, key);
      const left = until - this.clock.monotonic();
      if (state.isComplete) await this.caughtUp.reached(position, Math.max(0, left));
      if (state.isComplete || left <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}
