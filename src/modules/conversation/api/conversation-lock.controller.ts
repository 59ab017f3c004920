import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { lockedBy } from '../../../../projections/conversation-list/reads.js';
import { usersOf } from '../../../../projections/user/reads.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { Payload, QueryPayload } from '../../../http/fields/payload.js';
import { Writes } from '../../../http/pipeline/commands.js';
import { DAY, instant, plus } from '../../../kernel/instant.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { Rejection, reject, rejectAt } from '../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { ConversationAccess } from '../application/conversation.reader.js';
import { LockConversation, UnlockConversation } from '../domain/conversation.commands.js';
import { ConversationDto, IncludesQueryDto } from './conversation.dto.js';
import { ConversationViews } from './conversation.views.js';
import { LockConversationDto } from './conversation-writes.dto.js';

@ApiTags('Conversations')
@Controller('conversations')
export class ConversationLockController {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(ConversationAccess) private readonly access: ConversationAccess,
    @Inject(ConversationViews) private readonly views: ConversationViews,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  @Call('conversation.lock', {
    route: 'POST :conversation_id/lock',
    about: 'Lock a conversation for one user until a time; the holder may prolong it',
    body: LockConversationDto,
    query: IncludesQueryDto,
    answers: { 200: ConversationDto },
    refuses: [404, 409, 412],
    single: true,
  })
  async lock(
    @Param('conversation_id') id: string,
    @Payload(LockConversationDto) body: LockConversationDto,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Here() here: Exchange,
  ) {
    await this.access.open(here.caller, id);
    const by = await this.holder(here, body.locked_by);
    const until = instant(body.lock_expires_at);
    if (until <= here.at) rejectAt('lock_expires_at', 'errors.field.past');
    if (until > plus(here.at, limits.lockDays * DAY)) rejectAt('lock_expires_at', 'errors.field.too_far');
    const note = body.lock_note === undefined ? {} : { note: body.lock_note };
    await this.writes.done(here, new LockConversation(id, { until, by, ...note, ifMatch: here.ifMatch }, here.meta()));
    return this.views.one(here, id, includes);
  }

  @Call('conversation.unlock', {
    route: 'POST :conversation_id/unlock',
    about: 'Give a lock back; owners and API keys may end anyone’s',
    query: IncludesQueryDto,
    answers: { 200: ConversationDto },
    refuses: [404, 409],
    single: true,
  })
  async unlock(
    @Param('conversation_id') id: string,
    @QueryPayload(IncludesQueryDto) { includes }: IncludesQueryDto,
    @Here() here: Exchange,
  ) {
    await this.access.open(here.caller, id);
    const anyones = here.caller.role !== 'USER';
    await this.writes.done(here, new UnlockConversation(id, { by: here.caller.id, anyones }, here.meta()));
    return this.views.one(here, id, includes);
  }

  @Call('conversation.unlock-all', {
    route: 'PUT :user_id/unlock',
    about: 'Unlock all conversations that a user has locked',
    answers: { 204: null },
    refuses: [404],
  })
  async unlockAll(@Param('user_id') userId: string, @Here() here: Exchange): Promise<void> {
    const { caller } = here;
    if (caller.role === 'USER' && caller.id !== userId) reject('errors.forbidden');
    if (!(await usersOf(this.documents, caller.tenantId).get(userId))) reject('errors.user.not_found');
    for (const id of await lockedBy(this.documents, caller.tenantId, userId)) {
      const command = new UnlockConversation(id, { by: userId, anyones: false }, here.meta());
      await this.writes.ask(here, command).catch(otherHolder);
    }
    await this.writes.readable(here.position);
  }

  /** A USER locks for themself alone, an API key says for whom. */
  private async holder({ caller }: Exchange, named: string | undefined): Promise<string> {
    if (named === undefined && caller.role === 'API_KEY') return rejectAt('locked_by', 'errors.field.required');
    const by = named ?? caller.id;
    if (by === caller.id) return by;
    if (caller.role === 'USER') return reject('errors.forbidden');
    const user = await usersOf(this.documents, caller.tenantId).get(by);
    return user ? by : rejectAt('locked_by', 'errors.field.reference');
  }
}

/** The row was older than the log: someone else holds the lock by now. */
function otherHolder(error: unknown): void {
  if (!(error instanceof Rejection && error.code === 'errors.conversation.locked')) throw error;
}
