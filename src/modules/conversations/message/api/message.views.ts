import { Inject, Injectable } from '@nestjs/common';
import type { MessageRow } from '../../../../../projections/message-log/projection.js';
import {
  type From,
  type MessageQuestion,
  messageOfSource,
  messageParts,
  messagesOf,
  oneMessage,
  orderFields,
} from '../../../../../projections/message-log/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { type PagedListing, PageParts } from '../../../../http/answer/page-parts.js';
import { readCursor, writeCursor } from '../../../../http/answer/paging.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { reachesParticipant } from '../../../../kernel/access.js';
import type { Caller } from '../../../../kernel/caller.js';
import { UUID } from '../../../../kernel/ids.js';
import { instant } from '../../../../kernel/instant.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { ASSET_LINKS, type SignedAssetLinks } from '../../../../ports/media/signed-asset-links.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { type MessageDto, type MessageListQueryDto, toMessageDto, withoutUploadUrl } from './message.dto.js';

/** Replaces the count of earlier messages in a cursor of a list by `last_sequence`. */
const BY_LAST_SEQUENCE = -1;
/** Bytes of a large row. */
const ROW_BYTES = 16_384;

/** Messages in the form of a response: one, that of a source id, a page of a conversation's. */
@Injectable()
export class MessageViews {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(Commands) private readonly commands: Commands,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(ASSET_LINKS) private readonly links: SignedAssetLinks,
  ) {}

  /** Messages as the caller sees them: a client gets the upload URLs of its own messages alone. */
  shownTo(caller: Caller): (row: MessageRow) => MessageDto {
    return (row) => {
      const message = toMessageDto(row, this.links);
      if (message.asset === undefined || reachesParticipant(caller, row.participantId)) return message;
      return withoutUploadUrl(message);
    };
  }

  /** One that was just posted is waited for. @throws Rejection 404 */
  async one(ctx: RequestContext, conversationId: string, id: string): Promise<MessageRow> {
    const messages = messagesOf(this.documents, ctx.caller.tenantId);
    const known = await oneMessage(messages, conversationId, id);
    if (known) return known;
    if (UUID.test(id)) await this.caughtUp(ctx);
    return (await oneMessage(messages, conversationId, id)) ?? reject('errors.message.not_found');
  }

  /** The message that has the source id, of all that are in the log at this moment. */
  async ofSource(ctx: RequestContext, conversationId: string, sourceId: string): Promise<MessageRow | undefined> {
    await this.caughtUp(ctx);
    return messageOfSource(messagesOf(this.documents, ctx.caller.tenantId), conversationId, sourceId);
  }

  /** @throws Rejection 503 */
  async caughtUp(ctx: RequestContext): Promise<void> {
    const head = await this.log.head();
    await this.commands.waitForReadModel(head);
    ctx.reached(head);
  }

  /** @throws Rejection 400 */
  async list(ctx: RequestContext, conversationId: string, query: MessageListQueryDto) {
    refuseTogether(query);
    const question = toQuestion(conversationId, query);
    const limit = query.limit ?? limits.listDefault;
    const { from, place } = begin(question, query);
    const { total, ...source } = await messageParts(messagesOf(this.documents, ctx.caller.tenantId), question, from);
    const parts = new PageParts({ ...source, limit, orderOf: (row: MessageRow) => row[orderFields[question.orderBy]] });
    const page: PagedListing<MessageRow> = {
      expected: Math.min(limit, total),
      parts: () => parts.read(),
      endedAfter(count) {
        const before = 'offset' in place ? place.offset + count : BY_LAST_SEQUENCE;
        const next = parts.hasMoreThan(count) ? parts.placeOf(count) : undefined;
        const cursor = next && { next_cursor: writeCursor(question, { k: next.key, v: next.value, o: before }) };
        return { has_more: parts.hasMoreThan(count), total_elements: total, limit, ...place, ...cursor };
      },
    };
    return this.answers.page(ctx, 'messages', page, rowsBy(ROW_BYTES, this.shownTo(ctx.caller)));
  }
}

/** `last_sequence` is a way of paging of its own, by sequence. @throws Rejection 400 */
function refuseTogether({ last_sequence, cursor, offset, order_by }: MessageListQueryDto): void {
  const together = (path: string, other: string) => rejectAt(path, 'errors.field.together', { other });
  if (cursor !== undefined && offset !== undefined) together('offset', 'cursor');
  if (last_sequence === undefined) return;
  if (offset !== undefined) together('offset', 'last_sequence');
  if (cursor !== undefined) together('cursor', 'last_sequence');
  if (order_by !== undefined && order_by !== 'sequence') together('order_by', 'last_sequence');
}

const ORDERS = { sequence: 'sequence', created_at: 'createdAt', updated_at: 'updatedAt' } as const;

const time = (text: string | undefined) => (text === undefined ? undefined : instant(text));

const toQuestion = (conversationId: string, query: MessageListQueryDto): MessageQuestion => ({
  conversationId,
  createdAfter: time(query.created_after),
  createdBefore: time(query.created_before),
  updatedAfter: time(query.updated_after),
  updatedBefore: time(query.updated_before),
  orderBy: ORDERS[query.order_by ?? 'sequence'],
  descending: query.order !== 'ASC',
});

/** Where the page begins, and how the answer says so. */
interface Beginning {
  readonly from: From;
  readonly place: { readonly offset: number } | { readonly last_sequence: number };
}

function begin(question: MessageQuestion, { cursor, last_sequence, offset = 0 }: MessageListQueryDto): Beginning {
  if (last_sequence !== undefined) return { from: { behind: last_sequence, key: '' }, place: { last_sequence } };
  if (cursor === undefined) return { from: { offset }, place: { offset } };
  const { k: key, v: behind, o } = readCursor(cursor, question);
  if (typeof behind === 'number' && orderFields[question.orderBy] === 'sequence') {
    return { from: { behind, key }, place: o < 0 ? { last_sequence: behind } : { offset: o } };
  }
  if (typeof behind === 'string' && orderFields[question.orderBy] === 'updatedAt' && o >= 0) {
    return { from: { behind, key }, place: { offset: o } };
  }
  return rejectAt('cursor', 'errors.field.format', { format: 'a cursor of this list' });
}
