import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { lockedBy } from '../../../../../projections/conversation-list/reads.js';
import { usersOf } from '../../../../../projections/user/reads.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { may } from '../../../../kernel/access.js';
import { instant } from '../../../../kernel/instant.js';
import { Rejection, reject, rejectAt } from '../../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { user } from '../../../people/user/domain/user.resource.js';
import { ConversationReader } from '../application/conversation.reader.js';
import { LockConversation, UnlockConversation } from '../domain/conversation.commands.js';
import { ConversationAnswers } from './conversation.answers.js';
import { ConversationDto } from './conversation.dto.js';
import { IncludesQueryDto } from './conversation-query.dto.js';
import { LockConversationDto } from './conversation-writes.dto.js';

@ApiTags('Conversations')
@Controller('conversations')
export class ConversationLockController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(ConversationReader) private readonly access: ConversationReader,
    @Inject(ConversationAnswers) private readonly answers: ConversationAnswers,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  @Endpoint('conversation.lock', {
    route: 'POST :conversation_id/lock',
    summary: 'Lock a conversation or prolong its lock',
    description:
      'One user holds the lock until `lock_expires_at` and can prolong it. A lock does not block writes of others.',
    body: LockConversationDto,
    query: IncludesQueryDto,
    responses: { 200: ConversationDto },
    errors: [
      'errors.conversation.not_found',
      'errors.conversation.locked',
      'errors.answer.too_large',
      'errors.precondition.failed',
    ],
    etag: true,
  })
  async lock(
    @Param('conversation_id') id: string,
    @Payload(LockConversationDto) body: LockConversationDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    await this.access.open(ctx.caller, id);
    const by = await this.holder(ctx, body.locked_by);
    const until = instant(body.lock_expires_at);
    const note = body.lock_note === undefined ? {} : { note: body.lock_note };
    await this.commands.sendAndWait(
      ctx,
      new LockConversation(id, { until, by, ...note, ifMatch: ctx.ifMatch }, ctx.meta()),
    );
    return this.answers.one(ctx, id, includes);
  }

  @Endpoint('conversation.unlock', {
    route: 'POST :conversation_id/unlock',
    summary: 'Unlock a conversation',
    description: 'A user can unlock their own lock.',
    query: IncludesQueryDto,
    responses: { 200: ConversationDto },
    errors: [
      'errors.conversation.not_found',
      'errors.conversation.locked',
      'errors.answer.too_large',
      'errors.precondition.failed',
    ],
    etag: true,
  })
  async unlock(
    @Param('conversation_id') id: string,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    await this.access.open(ctx.caller, id);
    const override = may(ctx.caller, 'conversation.override-lock');
    const wish = { by: ctx.caller.id, override, ifMatch: ctx.ifMatch };
    await this.commands.sendAndWait(ctx, new UnlockConversation(id, wish, ctx.meta()));
    return this.answers.one(ctx, id, includes);
  }

  @Endpoint('conversation.unlock-all', {
    route: 'PUT :user_id/unlock',
    summary: 'Unlock all conversations of a user',
    description: 'The call also works for a deleted user. The locks of a deleted user end automatically.',
    responses: { 204: null },
    errors: ['errors.user.not_found'],
  })
  async unlockAll(@Param('user_id') userId: string, @Ctx() ctx: RequestContext): Promise<void> {
    const { caller } = ctx;
    if (caller.id !== userId && !may(caller, 'conversation.unlock-all-of-another')) reject('errors.forbidden');
    await this.mustBeKnown(caller.tenantId, userId);
    for (const id of await lockedBy(this.documents, caller.tenantId, userId)) {
      const command = new UnlockConversation(id, { by: userId, override: false }, ctx.meta());
      await this.commands.send(ctx, command).catch(otherHolder);
    }
    await this.commands.settle(ctx);
  }

  /** @throws Rejection 404 if there never was such a user */
  private async mustBeKnown(tenantId: string, userId: string): Promise<void> {
    if (await usersOf(this.documents, tenantId).get(userId)) return;
    if (!(await this.runner.peek(user.decider, tenantId, userId)).gone) reject('errors.user.not_found');
  }

  private async holder({ caller }: RequestContext, named: string | undefined): Promise<string> {
    if (may(caller, 'conversation.lock-for-self') && (named ?? caller.id) === caller.id) return caller.id;
    if (named === undefined) return rejectAt('locked_by', 'errors.field.required');
    if (!may(caller, 'conversation.lock-for-another')) return reject('errors.forbidden');
    const user = await usersOf(this.documents, caller.tenantId).get(named);
    return user ? named : rejectAt('locked_by', 'errors.field.reference');
  }
}

/** The read model was behind the log: another user holds the lock now. */
function otherHolder(error: unknown): void {
  if (!(error instanceof Rejection && error.code === 'errors.conversation.locked')) throw error;
}
