import { Inject, Injectable } from '@nestjs/common';
import type { ConversationListItem } from '../../../../../projections/conversation-list/projection.js';
import type { ConversationTypeRecord } from '../../../../../projections/conversation-type/projection.js';
import { conversationTypesOf } from '../../../../../projections/conversation-type/reads.js';
import type { MessageRow } from '../../../../../projections/message-log/projection.js';
import { lastMessagesIn, messagesOf } from '../../../../../projections/message-log/reads.js';
import type { RosterEntry } from '../../../../../projections/participant-roster/projection.js';
import { everyoneIn } from '../../../../../projections/participant-roster/reads.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { may } from '../../../../kernel/access.js';
import type { Caller } from '../../../../kernel/caller.js';
import { reject } from '../../../../kernel/rejection.js';
import { placeholders, templateData } from '../../../../lib/template.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { clientFrontendUrl } from '../../../tenants/tenant/application/frontend.js';
import { frontendOf } from '../../../tenants/tenant/application/frontend-of.js';
import { ConversationTypeViews } from '../../conversation-type/api/conversation-type.views.js';
import type { ConversationType } from '../../conversation-type/domain/conversation-type.resource.js';
import { toLastMessageDto } from '../../message/api/last-message.dto.js';
import { ParticipantViews } from '../../participant/api/participant.views.js';
import { ConversationDataService } from '../application/conversation-data.service.js';
import type { DataRef } from '../domain/conversation.events.js';
import { clientHeader } from './client-header.js';
import { type ConversationDto, type ReadStatusDto, toConversationDto } from './conversation.dto.js';
import type { Include } from './conversation-query.dto.js';

const NEEDS_DATA = ['CONVERSATION_DATA', 'LIST_ITEM_TEMPLATE_DATA', 'CLIENT_HEADER_TEMPLATE_DATA'] as const;
const NEEDS_VALUE = ['LIST_ITEM_TEMPLATE_DATA', 'CLIENT_HEADER_TEMPLATE_DATA'] as const;
const NEEDS_TYPE = ['CONVERSATION_TYPE', ...NEEDS_VALUE] as const;
const NEEDS_STATUS = ['CURRENT_USER_READ_STATUS', ...NEEDS_VALUE] as const;

const hasAny = (requested: ReadonlySet<Include>, names: readonly Include[]) =>
  names.some((name) => requested.has(name));

/** The resources that the includes need in addition to a conversation's row. */
export const needsOf = (requested: ReadonlySet<Include>) => ({
  data: hasAny(requested, NEEDS_DATA),
  /** The value of the data, not its text alone. */
  value: hasAny(requested, NEEDS_VALUE),
  type: hasAny(requested, NEEDS_TYPE),
  status: hasAny(requested, NEEDS_STATUS),
});

/** Parts of a conversation that the includes request, in addition to its row. */
export interface IncludedParts {
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Data of which the values that templates show are known. */
  readonly values?: unknown;
  readonly type?: ConversationTypeRecord | undefined;
  readonly participants?: ConversationDto['participants'] | undefined;
  readonly clientUrls?: ConversationDto['client_frontend_urls'] | undefined;
  readonly readStatus?: ReadStatusDto | undefined;
  readonly lastMessage?: MessageRow | undefined;
}

/** Conversations in the form of a response, with the requested includes. */
@Injectable()
export class ConversationViews {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationDataService) private readonly content: ConversationDataService,
    @Inject(ConversationTypeViews) private readonly types: ConversationTypeViews,
    @Inject(ParticipantViews) private readonly participants: ParticipantViews,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** A conversation with the requested members. */
  show(
    ctx: RequestContext,
    item: ConversationListItem,
    requested: ReadonlySet<Include>,
    parts: IncludedParts,
  ): ConversationDto {
    const dto: ConversationDto = toConversationDto(item, ctx.at);
    if (requested.has('CONVERSATION_TYPE') && parts.type) dto.conversation_type = this.types.one(parts.type);
    if (requested.has('CONVERSATION_DATA') && parts.data) dto.conversation_data = parts.data;
    if (requested.has('CURRENT_USER_READ_STATUS') && parts.readStatus) dto.read_status = parts.readStatus;
    if (parts.lastMessage) dto.last_message = toLastMessageDto(parts.lastMessage);
    if (parts.participants) dto.participants = parts.participants;
    if (parts.clientUrls) dto.client_frontend_urls = parts.clientUrls;
    const type = parts.type && hasAny(requested, NEEDS_VALUE) ? this.types.clean(parts.type.value) : undefined;
    const template = type ? templates(item, requested, type, parts) : {};
    if (Object.keys(template).length === 0) return dto;
    return { ...dto, template_data: template, ...this.clientHeader(ctx, type, template) };
  }

  /** Only clients get the header as HTML. */
  private clientHeader(
    { caller }: RequestContext,
    type: ConversationType | undefined,
    { client_header_template: values }: TemplateData,
  ): Pick<ConversationDto, 'client_header_html'> {
    const template = type?.headerTemplate;
    if (template === undefined || !values || may(caller, 'conversation.see-whole')) return {};
    const html = this.types.cleanFilled(clientHeader(template, values));
    return html === '' ? {} : { client_header_html: html };
  }

  /** The members that the includes request in addition to the row. Data in a blob of their own are not among them. */
  async parts(
    ctx: RequestContext,
    item: ConversationListItem,
    requested: ReadonlySet<Include>,
    ref: DataRef | undefined,
  ): Promise<IncludedParts> {
    const { tenantId } = ctx.caller;
    const needs = needsOf(requested);
    const statuses = needs.status ? await this.participants.readStatuses(ctx.caller, [item]) : undefined;
    const type = needs.type
      ? await conversationTypesOf(this.documents, tenantId).get(item.conversationTypeId)
      : undefined;
    return {
      data: ref?.value,
      type,
      values: needs.value ? await this.values(tenantId, requested, type, ref) : undefined,
      readStatus: statuses?.get(item.id),
      lastMessage: requested.has('LAST_MESSAGE') ? (await this.lastMessages(ctx, [item])).get(item.id) : undefined,
    };
  }

  /** By conversation. One that has no message is left out. */
  lastMessages({ caller }: RequestContext, items: readonly ConversationListItem[]) {
    const ids = items.filter(({ lastSequence }) => lastSequence > 0).map(({ id }) => id);
    return lastMessagesIn(messagesOf(this.documents, caller.tenantId), ids);
  }

  /** Values of the data that the templates of the type show. @throws Rejection 413 */
  values(
    tenantId: string,
    requested: ReadonlySet<Include>,
    type: ConversationTypeRecord | undefined,
    ref: DataRef | undefined,
  ): Promise<unknown> {
    const { listItemTemplate = '', headerTemplate = '' } = type?.value ?? {};
    const shown = [
      ...(requested.has('LIST_ITEM_TEMPLATE_DATA') ? [listItemTemplate] : []),
      ...(requested.has('CLIENT_HEADER_TEMPLATE_DATA') ? [headerTemplate] : []),
    ];
    const paths = shown.flatMap((template) => placeholders(template).names);
    return this.content.valuesToShow(tenantId, ref, [...new Set(paths)]);
  }

  /** Where the clients of a tenant find the conversation. */
  async clientUrl(tenantId: string): Promise<string> {
    const frontend = (await frontendOf(this.documents, tenantId)) ?? reject('errors.tenant.not_found');
    return clientFrontendUrl(this.config.publicUrl, frontend);
  }

  /** Links of the clients, some at a time. */
  async *clientUrls(
    { tenantId }: Caller,
    { id }: ConversationListItem,
    roster?: readonly RosterEntry[],
    known?: string,
  ) {
    const url = known ?? (await this.clientUrl(tenantId));
    for await (const part of roster ? [roster] : everyoneIn(this.documents, tenantId, id)) {
      yield part.filter(({ kind }) => kind === 'CLIENT').map(({ id }) => ({ client_id: id, url }));
    }
  }
}

interface TemplateData {
  readonly list_item_template?: Record<string, unknown>;
  readonly client_header_template?: Record<string, unknown>;
}

function templates(
  item: ConversationListItem,
  requested: ReadonlySet<Include>,
  { listItemTemplate, headerTemplate }: ConversationType,
  { values = {}, readStatus }: IncludedParts,
): TemplateData {
  const extras = {
    conversation_id: item.id,
    ...(item.description === undefined ? {} : { conversation_description: item.description }),
    ...(readStatus ? { conversation_unread_count: readStatus.unread_message_count } : {}),
  };
  return {
    ...(requested.has('LIST_ITEM_TEMPLATE_DATA')
      ? { list_item_template: templateData(listItemTemplate, values, extras) }
      : {}),
    ...(requested.has('CLIENT_HEADER_TEMPLATE_DATA') && headerTemplate !== undefined
      ? { client_header_template: templateData(headerTemplate, values, extras) }
      : {}),
  };
}
