import { Inject, Injectable } from '@nestjs/common';
import { conversationData } from '../../../../projections/conversation-data/projection.js';
import type { ConversationListItem } from '../../../../projections/conversation-list/projection.js';
import { conversationsOf } from '../../../../projections/conversation-list/reads.js';
import type { ConversationTypeRecord } from '../../../../projections/conversation-type/projection.js';
import { conversationTypesOf } from '../../../../projections/conversation-type/reads.js';
import { tenantOf } from '../../../../projections/tenant/reads.js';
import { clientView } from '../../../catalogue/client-view.js';
import { CONFIG, type Config } from '../../../config.js';
import type { RequestContext } from '../../../http/pipeline/request-context.js';
import type { Caller } from '../../../kernel/caller.js';
import { conversationForClient } from '../../../kernel/client-view.js';
import { clientFrontendUrl } from '../../../kernel/frontend.js';
import { reject, rejectAt } from '../../../kernel/rejection.js';
import { templateData } from '../../../kernel/template.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { ConversationTypeViews } from '../../conversation-type/api/conversation-type.views.js';
import { ParticipantViews } from '../../participant/api/participant.views.js';
import { ConversationDataService } from '../application/conversation-data.service.js';
import { type ConversationDto, type Include, type ReadStatusDto, toConversationDto } from './conversation.dto.js';

const NEEDS_DATA = ['CONVERSATION_DATA', 'LIST_ITEM_TEMPLATE_DATA', 'CLIENT_HEADER_TEMPLATE_DATA'] as const;
const NEEDS_TYPE = ['CONVERSATION_TYPE', 'LIST_ITEM_TEMPLATE_DATA', 'CLIENT_HEADER_TEMPLATE_DATA'] as const;
const NEEDS_STATUS = ['CURRENT_USER_READ_STATUS', 'LIST_ITEM_TEMPLATE_DATA', 'CLIENT_HEADER_TEMPLATE_DATA'] as const;

/** Parts of a conversation that the includes request, besides its row. */
interface Beside {
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly type?: ConversationTypeRecord | undefined;
  readonly readStatus?: ReadStatusDto | undefined;
}

/** Conversations as they are answered, with what was asked to be included. */
@Injectable()
export class ConversationViews {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationDataService) private readonly content: ConversationDataService,
    @Inject(ConversationTypeViews) private readonly types: ConversationTypeViews,
    @Inject(ParticipantViews) private readonly participants: ParticipantViews,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Rejection 404, also when a client asks for another than their own */
  async one(ctx: RequestContext, id: string, includes?: readonly Include[]): Promise<ConversationDto> {
    const { caller } = ctx;
    if (caller.role === 'CLIENT_PARTICIPANT') refuseIncludes(includes);
    const foreign = caller.role === 'CLIENT_PARTICIPANT' && caller.conversationId !== id;
    const item = foreign ? undefined : await conversationsOf(this.documents, caller.tenantId).get(id);
    if (!item) return reject('errors.conversation.not_found');
    ctx.revision = item.revision;
    const [shown] = await this.show(ctx, [item], includes);
    return caller.role === 'CLIENT_PARTICIPANT'
      ? conversationForClient(shown as ConversationDto)
      : (shown as ConversationDto);
  }

  async show(
    ctx: RequestContext,
    items: readonly ConversationListItem[],
    includes: readonly Include[] = [],
  ): Promise<readonly ConversationDto[]> {
    if (includes.length === 0) return items.map((item) => toConversationDto(item, ctx.at));
    const asked = new Set(includes);
    const statuses = NEEDS_STATUS.some((name) => asked.has(name))
      ? await this.participants.readStatuses(ctx.caller, items)
      : undefined;
    return Promise.all(items.map((item) => this.withIncludes(ctx, item, asked, statuses?.get(item.id))));
  }

  private async withIncludes(
    ctx: RequestContext,
    item: ConversationListItem,
    asked: ReadonlySet<Include>,
    readStatus: ReadStatusDto | undefined,
  ) {
    const { caller } = ctx;
    const beside = { ...(await this.beside(caller.tenantId, item, asked)), readStatus };
    const dto: ConversationDto = toConversationDto(item, ctx.at);
    if (asked.has('CONVERSATION_TYPE') && beside.type) dto.conversation_type = this.types.one(beside.type);
    if (asked.has('CONVERSATION_DATA') && beside.data) dto.conversation_data = beside.data;
    if (asked.has('CURRENT_USER_READ_STATUS') && beside.readStatus) dto.read_status = beside.readStatus;
    if (asked.has('PARTICIPANTS')) dto.participants = await this.participantsFor(caller, item);
    if (asked.has('CLIENT_PARTICIPANT_FRONTEND_URL') && caller.role !== 'CLIENT_PARTICIPANT') {
      dto.client_frontend_urls = await this.clientUrls(caller, item);
    }
    const template = templates(item, asked, beside);
    return Object.keys(template).length > 0 ? { ...dto, template_data: template } : dto;
  }

  private async beside(tenantId: string, item: ConversationListItem, asked: ReadonlySet<Include>): Promise<Beside> {
    const has = (names: readonly Include[]) => names.some((name) => asked.has(name));
    const record = has(NEEDS_DATA) ? await this.documents.reader(conversationData, tenantId).get(item.id) : undefined;
    return {
      data: record && (await this.content.valueOf(tenantId, record.data)),
      type: has(NEEDS_TYPE)
        ? await conversationTypesOf(this.documents, tenantId).get(item.conversationTypeId)
        : undefined,
    };
  }

  private participantsFor(caller: Caller, item: ConversationListItem) {
    const isClient = caller.role === 'CLIENT_PARTICIPANT';
    return isClient ? this.participants.allForClient(caller, item) : this.participants.all(caller.tenantId, item);
  }

  private async clientUrls({ tenantId }: Caller, item: ConversationListItem) {
    const tenant = await tenantOf(this.documents, tenantId);
    const url = clientFrontendUrl(this.config.publicUrl, { tenantId, subdomain: tenant?.value.subdomain ?? '' });
    const all = await this.participants.all(tenantId, item);
    return all.filter(({ kind }) => kind === 'CLIENT').map(({ id }) => ({ client_id: id, url }));
  }
}

/** @throws Rejection 403 that names the first include that a client cannot have */
function refuseIncludes(includes: readonly Include[] = []): void {
  const refused: readonly Include[] = clientView.refusedIncludes;
  if (includes.some((name) => refused.includes(name))) {
    rejectAt('includes', 'errors.field.refused', undefined, 'errors.forbidden');
  }
}

function templates(item: ConversationListItem, asked: ReadonlySet<Include>, { type, data = {}, readStatus }: Beside) {
  if (!type) return {};
  const { listItemTemplate, headerTemplate } = type.value;
  const extras = {
    conversation_id: item.id,
    ...(item.description === undefined ? {} : { conversation_description: item.description }),
    ...(readStatus ? { conversation_unread_count: readStatus.unread_message_count } : {}),
  };
  return {
    ...(asked.has('LIST_ITEM_TEMPLATE_DATA')
      ? { list_item_template: templateData(listItemTemplate, data, extras) }
      : {}),
    ...(asked.has('CLIENT_HEADER_TEMPLATE_DATA') && headerTemplate !== undefined
      ? { client_header_template: templateData(headerTemplate, data, extras) }
      : {}),
  };
}
