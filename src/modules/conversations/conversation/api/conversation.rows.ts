import { Inject, Injectable } from '@nestjs/common';
import { conversationData } from '../../../../../projections/conversation-data/projection.js';
import type { ConversationListItem } from '../../../../../projections/conversation-list/projection.js';
import { typesOnce } from '../../../../../projections/conversation-type/reads.js';
import type { RosterEntry } from '../../../../../projections/participant-roster/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import type { AnswerRow } from '../../../../http/answer/answer-row.js';
import { BoundedAnswers, type RowSource } from '../../../../http/answer/bounded-answers.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { may } from '../../../../kernel/access.js';
import { appendAll } from '../../../../lib/append-all.js';
import type { ChunkBuffers } from '../../../../lib/chunk-buffers.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { ParticipantDto } from '../../participant/api/participant.dto.js';
import { ParticipantViews } from '../../participant/api/participant.views.js';
import { ConversationDataService } from '../application/conversation-data.service.js';
import type { DataRef } from '../domain/conversation.events.js';
import type { ClientFrontendUrlDto } from './conversation.dto.js';
import { ConversationViews, type IncludedParts, needsOf } from './conversation.views.js';
import type { Include } from './conversation-query.dto.js';

const PLAIN_BYTES = 65_536;
const INCLUDED_BYTES = 65_536;
/** Bytes that the link of a client takes at least. */
const URL_BYTES = 64;

/** Data of a list that its rows share. */
interface ListRequest {
  readonly ctx: RequestContext;
  readonly requested: ReadonlySet<Include>;
  readonly needs: ReturnType<typeof needsOf>;
  readonly showsUrls: boolean;
  readonly typeOf: ReturnType<typeof typesOnce> | undefined;
  readonly peopleIn: ReturnType<ParticipantViews['forList']> | undefined;
  /** The address of the client frontend. */
  url?: Promise<string>;
}

/** Conversations as rows of a list. Data that are kept as a blob are read while they are sent. */
@Injectable()
export class ConversationRows {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationDataService) private readonly content: ConversationDataService,
    @Inject(ConversationViews) private readonly views: ConversationViews,
    @Inject(ParticipantViews) private readonly participants: ParticipantViews,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
  ) {}

  of(ctx: RequestContext, includes: readonly Include[] = []): RowSource<ConversationListItem> {
    const requested = new Set(includes);
    const needs = needsOf(requested);
    const showsUrls = requested.has('CLIENT_PARTICIPANT_FRONTEND_URL') && may(ctx.caller, 'conversation.see-whole');
    const needsPeople = requested.has('PARTICIPANTS') || showsUrls;
    const list: ListRequest = {
      ctx,
      requested,
      needs,
      showsUrls,
      typeOf: needs.type ? typesOnce(this.documents, ctx.caller.tenantId) : undefined,
      peopleIn: needsPeople ? this.participants.forList(ctx.caller.tenantId) : undefined,
    };
    return {
      rowBytes: PLAIN_BYTES + (needs.data ? limits.inlineData : 0) + (requested.size > 0 ? INCLUDED_BYTES : 0),
      isLarge: needs.data || needsPeople,
      rowsOf: (items) => this.rowsOf(list, items),
    };
  }

  private async *rowsOf(
    list: ListRequest,
    items: readonly ConversationListItem[],
  ): AsyncGenerator<readonly AnswerRow[]> {
    const { ctx, requested, needs, showsUrls, typeOf, peopleIn } = list;
    const refs = needs.data ? await this.refs(ctx, items) : undefined;
    const statuses = needs.status ? await this.participants.readStatuses(ctx.caller, items) : undefined;
    const people = await peopleIn?.(items);
    const lastMessages = requested.has('LAST_MESSAGE') ? await this.views.lastMessages(ctx, items) : undefined;
    for (const item of items) {
      const shown = requested.has('PARTICIPANTS') ? people?.shown(item) : undefined;
      const participants = shown && (await this.participantsOf(shown));
      if (showsUrls) list.url ??= this.views.clientUrl(ctx.caller.tenantId);
      const clientUrls = list.url && (await this.urlsOf(ctx, item, people?.entries(item), await list.url));
      const parts = {
        type: await typeOf?.(item.conversationTypeId),
        readStatus: statuses?.get(item.id),
        lastMessage: lastMessages?.get(item.id),
        clientUrls,
      };
      yield [await this.row(ctx, item, requested, refs?.get(item.id), parts, participants)];
    }
  }

  private async row(
    ctx: RequestContext,
    item: ConversationListItem,
    requested: ReadonlySet<Include>,
    ref: DataRef | undefined,
    parts: Pick<IncludedParts, 'type' | 'readStatus' | 'lastMessage' | 'clientUrls'>,
    participants = '',
  ): Promise<AnswerRow> {
    const { tenantId } = ctx.caller;
    const isLarge = ref !== undefined && ref.value === undefined;
    const shown = new Set(requested);
    if (isLarge) shown.delete('CONVERSATION_DATA');
    shown.delete('PARTICIPANTS');
    const large = isLarge && requested.has('CONVERSATION_DATA') ? { large: await this.large(ctx, ref) } : {};
    const values = needsOf(requested).value ? await this.views.values(tenantId, requested, parts.type, ref) : undefined;
    const conversation = this.views.show(ctx, item, shown, { ...parts, data: ref?.value, values });
    return { json: withMembers(JSON.stringify(conversation), participants), ...large };
  }

  private async urlsOf(
    ctx: RequestContext,
    item: ConversationListItem,
    roster: readonly RosterEntry[] | undefined,
    url: string,
  ) {
    const urls: ClientFrontendUrlDto[] = [];
    for await (const some of this.views.clientUrls(ctx.caller, item, roster, url)) {
      appendAll(urls, some);
      if (urls.length * URL_BYTES > this.answers.bound) this.answers.tooLarge();
    }
    return urls;
  }

  /** `"participants":[...]`, made in parts between which other requests are served. */
  private async participantsOf(everyone: AsyncIterable<readonly ParticipantDto[]>): Promise<string> {
    const parts: string[] = [];
    let bytes = 0;
    for await (const some of everyone) {
      if (some.length === 0) continue;
      const part = JSON.stringify(some).slice(1, -1);
      bytes += part.length;
      if (bytes > this.answers.bound) this.answers.tooLarge();
      parts.push(part);
    }
    return `"participants":[${parts.join(',')}]`;
  }

  private async refs({ caller }: RequestContext, items: readonly ConversationListItem[]) {
    const reader = this.documents.reader(conversationData, caller.tenantId);
    const records = await reader.many(items.map(({ id }) => id));
    return new Map(records.map(({ id, data }) => [id, data]));
  }

  private async large({ caller: { tenantId } }: RequestContext, ref: DataRef) {
    const bytes = await this.content.sizeOf(tenantId, ref);
    const read = (buffers?: ChunkBuffers) => this.content.read(tenantId, ref, buffers);
    return { member: 'conversation_data', bytes, read };
  }
}

/** An object as JSON, with further members. */
const withMembers = (json: string, members: string): string =>
  members === '' ? json : `${json.slice(0, -1)},${members}}`;
