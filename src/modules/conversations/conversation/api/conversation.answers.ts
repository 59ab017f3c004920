import { Inject, Injectable } from '@nestjs/common';
import type { ConversationListItem } from '../../../../../projections/conversation-list/projection.js';
import { conversationsOf } from '../../../../../projections/conversation-list/reads.js';
import { clientView } from '../../../../catalogue/client-view.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { BoundedAnswers } from '../../../../http/answer/bounded-answers.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { may, reachesConversation } from '../../../../kernel/access.js';
import { rejectAt } from '../../../../kernel/rejection.js';
import { appendAll } from '../../../../lib/append-all.js';
import type { ChunkBuffers } from '../../../../lib/chunk-buffers.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { conversationForClient } from '../../participant/api/client-view.dto.js';
import { ParticipantViews } from '../../participant/api/participant.views.js';
import { ConversationReader } from '../application/conversation.reader.js';
import { ConversationDataService } from '../application/conversation-data.service.js';
import { type ConversationInLog, ConversationInLogService } from '../application/conversation-in-log.service.js';
import type { DataRef } from '../domain/conversation.events.js';
import type { ConversationDto } from './conversation.dto.js';
import { ConversationViews, needsOf } from './conversation.views.js';
import type { Include } from './conversation-query.dto.js';

type Answered = ConversationDto | Awaited<ReturnType<BoundedAnswers['sendLarge']>>;

/** A list of the answer: its elements while they are few, then their JSON in parts. */
interface Listed<T> {
  readonly elements: T[];
  readonly parts: string[];
  bytes: number;
}

/** The response with a single conversation: one object while it is small, else a stream. */
@Injectable()
export class ConversationAnswers {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationViews) private readonly views: ConversationViews,
    @Inject(ConversationDataService) private readonly content: ConversationDataService,
    @Inject(ParticipantViews) private readonly participants: ParticipantViews,
    @Inject(ConversationInLogService) private readonly inLog: ConversationInLogService,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(ConversationReader) private readonly reader: ConversationReader,
  ) {}

  /** @throws Rejection 404, also when a client requests another conversation than their own; 413 */
  async one(ctx: RequestContext, id: string, includes?: readonly Include[]): Promise<Answered> {
    const { caller } = ctx;
    if (!may(caller, 'conversation.see-whole')) refuseIncludes(includes);
    const inLog = ctx.isLagging ? await this.inLog.of(caller.tenantId, id) : undefined;
    const known = inLog?.item ?? (await conversationsOf(this.documents, caller.tenantId).get(id));
    const item = reachesConversation(caller, id) ? known : undefined;
    if (!item) return this.reader.refuseAbsent(caller, id);
    ctx.revision = item.revision;
    const requested = new Set(includes);
    return requested.size > 0
      ? this.withIncludes(ctx, item, requested, inLog)
      : this.visible(ctx, this.views.show(ctx, item, requested, {}));
  }

  private async withIncludes(
    ctx: RequestContext,
    item: ConversationListItem,
    requested: ReadonlySet<Include>,
    inLog: ConversationInLog | undefined,
  ): Promise<Answered> {
    const { tenantId } = ctx.caller;
    const ref = needsOf(requested).data ? await this.refOf(tenantId, item.id, inLog) : undefined;
    const parts = await this.views.parts(ctx, item, requested, ref);
    const participants = requested.has('PARTICIPANTS') ? await this.participantsOf(ctx, item, inLog) : undefined;
    const urls = await this.urlsOf(ctx, item, requested, inLog);
    const large = requested.has('CONVERSATION_DATA') && ref ? await this.large(tenantId, ref) : undefined;
    const small = {
      ...parts,
      ...(participants && !isLarge(participants) ? { participants: participants.elements } : {}),
      ...(urls && !isLarge(urls) ? { clientUrls: urls.elements } : {}),
    };
    const shown = this.visible(ctx, this.views.show(ctx, item, requested, small));
    const lists = [
      ...(participants && isLarge(participants) ? [{ member: 'participants', parts: participants.parts }] : []),
      ...(urls && isLarge(urls) ? [{ member: 'client_frontend_urls', parts: urls.parts }] : []),
    ];
    if (lists.length === 0 && !large) return shown;
    return this.answers.sendLarge(ctx, { json: JSON.stringify(shown), lists, large });
  }

  private visible(ctx: RequestContext, conversation: ConversationDto): ConversationDto {
    return may(ctx.caller, 'conversation.see-whole') ? conversation : conversationForClient(conversation);
  }

  private async refOf(tenantId: string, id: string, inLog: ConversationInLog | undefined) {
    return inLog ? inLog.data : this.content.refTo(tenantId, id);
  }

  private async large(tenantId: string, ref: DataRef) {
    if (ref.value !== undefined) return undefined;
    const bytes = await this.content.sizeOf(tenantId, ref);
    const read = (buffers?: ChunkBuffers) => this.content.read(tenantId, ref, buffers);
    return { member: 'conversation_data', digest: ref.digest, bytes, read };
  }

  private participantsOf(ctx: RequestContext, item: ConversationListItem, inLog: ConversationInLog | undefined) {
    return may(ctx.caller, 'conversation.see-whole')
      ? this.collected(ctx, this.participants.inOrder(ctx.caller.tenantId, item, inLog?.roster))
      : this.collected(ctx, this.participants.inOrderForClient(ctx.caller, item));
  }

  private async urlsOf(
    ctx: RequestContext,
    item: ConversationListItem,
    requested: ReadonlySet<Include>,
    inLog: ConversationInLog | undefined,
  ) {
    const isShown = requested.has('CLIENT_PARTICIPANT_FRONTEND_URL') && may(ctx.caller, 'conversation.see-whole');
    return isShown ? this.collected(ctx, this.views.clientUrls(ctx.caller, item, inLog?.roster)) : undefined;
  }

  /** @throws Rejection 413 where they take more than an answer may, 429 */
  private async collected<T>(ctx: RequestContext, some: AsyncIterable<readonly T[]>): Promise<Listed<T>> {
    const list: Listed<T> = { elements: [], parts: [], bytes: 0 };
    for await (const elements of some) {
      if (elements.length === 0) continue;
      const part = JSON.stringify(elements).slice(1, -1);
      const wasLarge = isLarge(list);
      list.parts.push(part);
      list.bytes += part.length;
      if (list.bytes > this.answers.bound) this.answers.tooLarge();
      if (!isLarge(list)) appendAll(list.elements, elements);
      else if (!wasLarge) await this.answers.reserve(ctx, this.answers.bound);
    }
    return list;
  }
}

const isLarge = ({ bytes }: Listed<unknown>): boolean => bytes > limits.answerText;

/** @throws Rejection 403 that names the first include that a client cannot have */
function refuseIncludes(includes: readonly Include[] = []): void {
  const refused: readonly Include[] = clientView.refusedIncludes;
  if (includes.some((name) => refused.includes(name))) {
    rejectAt('includes', 'errors.field.refused', undefined, 'errors.forbidden');
  }
}
