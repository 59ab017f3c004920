import { Inject, Injectable } from '@nestjs/common';
import { conversationData } from '../../../../projections/conversation-data/projection.js';
import type { ConversationListItem } from '../../../../projections/conversation-list/projection.js';
import type { ConversationTypeRecord } from '../../../../projections/conversation-type/projection.js';
import { conversationTypesOf } from '../../../../projections/conversation-type/reads.js';
import { limits } from '../../../catalogue/limits/limits.js';
import type { AnswerRow } from '../../../http/pipeline/answer-row.js';
import type { RowSource } from '../../../http/pipeline/bounded-answers.js';
import type { RequestContext } from '../../../http/pipeline/request-context.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { ParticipantViews } from '../../participant/api/participant.views.js';
import { ConversationDataService } from '../application/conversation-data.service.js';
import type { DataRef } from '../domain/conversation.events.js';
import type { Include } from './conversation.dto.js';
import { ConversationViews, needsOf } from './conversation.views.js';

const PLAIN_BYTES = 16_384;
const INCLUDED_BYTES = 65_536;

/** Conversations as rows of a list. Data that are kept as a blob are read while they are sent. */
@Injectable()
export class ConversationRows {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationDataService) private readonly content: ConversationDataService,
    @Inject(ConversationViews) private readonly views: ConversationViews,
    @Inject(ParticipantViews) private readonly participants: ParticipantViews,
  ) {}

  async of(
    ctx: RequestContext,
    all: readonly ConversationListItem[],
    includes: readonly Include[] = [],
  ): Promise<RowSource<ConversationListItem>> {
    const asked = new Set(includes);
    const withoutData = new Set(includes.filter((name) => name !== 'CONVERSATION_DATA'));
    const needs = needsOf(asked);
    const statuses = needs.status ? await this.participants.readStatuses(ctx.caller, all) : undefined;
    const typeOf = needs.type ? this.types(ctx) : async () => undefined;
    const row = async (item: ConversationListItem, ref: DataRef | undefined): Promise<AnswerRow> => {
      const isLarge = ref !== undefined && ref.value === undefined;
      const data = ref && (needs.value || !isLarge) ? await this.content.valueOf(ctx.caller.tenantId, ref) : undefined;
      const beside = { data, type: await typeOf(item), readStatus: statuses?.get(item.id) };
      const shown = isLarge ? withoutData : asked;
      const json = JSON.stringify(await this.views.show(ctx, item, shown, beside));
      return isLarge && asked.has('CONVERSATION_DATA') ? { json, large: await this.large(ctx, ref) } : { json };
    };
    return {
      rowBytes: PLAIN_BYTES + (needs.data ? limits.inlineData : 0) + (asked.size > 0 ? INCLUDED_BYTES : 0),
      rowsOf: async (items) => {
        const refs = needs.data ? await this.refs(ctx, items) : undefined;
        const rows: AnswerRow[] = [];
        for (const item of items) rows.push(await row(item, refs?.get(item.id)));
        return rows;
      },
    };
  }

  private async refs({ caller }: RequestContext, items: readonly ConversationListItem[]) {
    const reader = this.documents.reader(conversationData, caller.tenantId);
    const records = await reader.many(items.map(({ id }) => id));
    return new Map(records.map(({ id, data }) => [id, data]));
  }

  /** Each type is read once. */
  private types({ caller }: RequestContext) {
    const reader = conversationTypesOf(this.documents, caller.tenantId);
    const known = new Map<string, Promise<ConversationTypeRecord | undefined>>();
    return ({ conversationTypeId: id }: ConversationListItem) => {
      const found = known.get(id) ?? reader.get(id);
      known.set(id, found);
      return found;
    };
  }

  private async large({ caller: { tenantId } }: RequestContext, ref: DataRef) {
    const bytes = await this.content.sizeOf(tenantId, ref);
    return { member: 'conversation_data', bytes, read: () => this.content.read(tenantId, ref) };
  }
}
