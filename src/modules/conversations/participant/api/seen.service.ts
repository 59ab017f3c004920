import { Inject, Injectable } from '@nestjs/common';
import { rosterKey, rosterOf } from '../../../../../projections/participant-roster/reads.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { rejectAt } from '../../../../kernel/rejection.js';
import { innerId } from '../../../../kernel/stream.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { Member } from '../../conversation/application/conversation.reader.js';
import { MessageReader } from '../../message/application/message.reader.js';
import { MarkSeen } from '../domain/participant.commands.js';
import { MarkConversationSeen } from '../domain/reader.commands.js';

/** Moves read markers on. */
@Injectable()
export class Seen {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(MessageReader) private readonly messages: MessageReader,
  ) {}

  /**
   * The marker of a participant. Its lower bound comes from the read model after it has caught up with the log.
   * @throws Rejection 400 beyond the last message
   */
  async byParticipant(ctx: RequestContext, conversationId: string, reader: Member, sequence: number): Promise<void> {
    await this.mustBePosted(ctx, conversationId, sequence);
    await this.commands.waitForReadModel(await this.log.head());
    const entry = await rosterOf(this.documents, ctx.caller.tenantId).get(rosterKey(conversationId, reader.id));
    const floor = Math.max(reader.fromSequence, entry?.seen ?? 0);
    const command = new MarkSeen(innerId(conversationId, reader.id), { sequence, floor }, ctx.meta());
    await this.commands.sendAndWait(ctx, command);
  }

  /** The marker of a user who takes no part. @throws Rejection 400 beyond the last message */
  async byUser(ctx: RequestContext, conversationId: string, sequence: number): Promise<void> {
    await this.mustBePosted(ctx, conversationId, sequence);
    const { id: userId } = ctx.caller;
    const command = new MarkConversationSeen(innerId(conversationId, userId), { userId, sequence }, ctx.meta());
    await this.commands.sendAndWait(ctx, command);
  }

  private async mustBePosted({ caller }: RequestContext, conversationId: string, sequence: number): Promise<void> {
    const { lastSequence: max } = await this.messages.end(caller.tenantId, conversationId);
    if (sequence > max) rejectAt('last_message_sequence_seen', 'errors.field.range', { min: 0, max });
  }
}
