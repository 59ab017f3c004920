import { Inject, Injectable } from '@nestjs/common';
import { conversationData } from '../../../../projections/conversation-data/projection.js';
import type { ConversationListItem } from '../../../../projections/conversation-list/projection.js';
import { conversationsOf } from '../../../../projections/conversation-list/reads.js';
import type { ConversationTypeRecord } from '../../../../projections/conversation-type/projection.js';
import { conversationTypesOf } from '../../../../projections/conversation-type/reads.js';
import type { RosterEntry } from '../../../../projections/participant-roster/projection.js';
import { clientView } from '../../../catalogue/client-view.js';
import { CONFIG, type Config } from '../../../config.js';
import { BoundedAnswers } from '../../../http/pipeline/bounded-answers.js';
import type { RequestContext } from '../../../http/pipeline/request-context.js';
import { may, reachesConversation } from '../../../kernel/access.js';
import { appendAll } from '../../../kernel/append-all.js';
import type { Caller } from '../../../kernel/caller.js';
import { conversationForClient } from '../../../kernel/client-view.js';
import { clientFrontendUrl } from '../../../kernel/frontend.js';
import { reject, rejectAt } from '../../../kernel/rejection.js';
import { templateData } from '../../../kernel/template.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { ConversationTypeViews } from '../../conversation-type/api/conversation-type.views.js';
import type { ConversationType } from '../../conversation-type/domain/conversation-type.resource.js';
import type { ParticipantDto } from '../../participant/api/participant.dto.js';
import { ParticipantViews } from '../../participant/api/participant.views.js';
import { frontendOf } from '../../tenant/application/frontend-of.js';
import { ConversationDataService } from '../application/conversation-data.service.js';
import { type ConversationInLog, ConversationInLogService } from '../application/conversation-in-log.service.js';
import type { DataRef } from '../domain/conversation.events.js';
import { type ConversationDto, type Include, type ReadStatusDto, toConversationDto } from './conversation.dto.js';

const NEEDS_DATA = ['CONVERSATION_DATA', 'LIST_ITEM_TEMPLATE_DATA', 'CLIENT_HEADER_TEMPLATE_DATA'] as const;
const NEEDS_VALUE = ['LIST_ITEM_TEMPLATE_DATA', 'CLIENT_HEADER_TEMPLATE_DATA'] as const;
const NEEDS_TYPE = ['CONVERSATION_TYPE', ...NEEDS_VALUE] as const;
const NEEDS_STATUS = ['CURRENT_USER_READ_STATUS', ...NEEDS_VALUE] as const;

const COPIES = 3;

const hasAny = (asked: ReadonlySet<Include>, names: readonly Include[]) => names.some((name) => asked.has(name));

/** Which of the resources beside a conversation's row the includes ask for. */
export const needsOf = (asked: ReadonlySet<Include>) => ({
  data: hasAny(asked, NEEDS_DATA),
  /** The value of the data, not its text alone. */
  value: hasAny(asked, NEEDS_VALUE),
  type: hasAny(asked, NEEDS_TYPE),
  status: hasAny(asked, NEEDS_STATUS),
});

/** Parts of a conversation that the includes request, besides its row. */
export interface Beside {
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly type?: ConversationTypeRecord | undefined;
  /** Default: as the read model has it. */
  readonly roster?: readonly RosterEntry[];
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
    @Inject(ConversationInLogService) private readonly inLog: ConversationInLogService,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Rejection 404, also when a client asks for another than their own */
  async one(ctx: RequestContext, id: string, includes?: readonly Include[]): Promise<ConversationDto> {
    const { caller } = ctx;
    const seesWhole = may(caller, 'conversation.see-whole');
    if (!seesWhole) refuseIncludes(includes);
    const inLog = ctx.isLagging ? await this.inLog.of(caller.tenantId, id) : undefined;
    const known = inLog?.item ?? (await conversationsOf(this.documents, caller.tenantId).get(id));
    const item = reachesConversation(caller, id) ? known : undefined;
    if (!item) return reject('errors.conversation.not_found');
    ctx.revision = item.revision;
    const asked = new Set(includes);
    const beside = asked.size > 0 ? await this.beside(ctx, item, asked, inLog) : {};
    const shown = await this.show(ctx, item, asked, beside);
    return seesWhole ? shown : conversationForClient(shown);
  }

  /** A conversation with the members that were asked for. */
  async show(
    ctx: RequestContext,
    item: ConversationListItem,
    asked: ReadonlySet<Include>,
    beside: Beside,
  ): Promise<ConversationDto> {
    const { caller } = ctx;
    const dto: ConversationDto = toConversationDto(item, ctx.at);
    if (asked.has('CONVERSATION_TYPE') && beside.type) dto.conversation_type = this.types.one(beside.type);
    if (asked.has('CONVERSATION_DATA') && beside.data) dto.conversation_data = beside.data;
    if (asked.has('CURRENT_USER_READ_STATUS') && beside.readStatus) dto.read_status = beside.readStatus;
    if (asked.has('PARTICIPANTS')) dto.participants = await this.participantsFor(caller, item, beside.roster);
    if (asked.has('CLIENT_PARTICIPANT_FRONTEND_URL') && may(caller, 'conversation.see-whole')) {
      dto.client_frontend_urls = await this.clientUrls(caller, item, beside.roster);
    }
    const type = beside.type && hasAny(asked, NEEDS_VALUE) ? this.types.clean(beside.type.value) : undefined;
    const template = type ? templates(item, asked, type, beside) : {};
    return Object.keys(template).length > 0 ? { ...dto, template_data: template } : dto;
  }

  private async beside(
    ctx: RequestContext,
    item: ConversationListItem,
    asked: ReadonlySet<Include>,
    inLog: ConversationInLog | undefined,
  ): Promise<Beside> {
    const { tenantId } = ctx.caller;
    const needs = needsOf(asked);
    const ref = needs.data ? await this.refOf(tenantId, item.id, inLog) : undefined;
    const statuses = needs.status ? await this.participants.readStatuses(ctx.caller, [item]) : undefined;
    return {
      ...(inLog ? { roster: inLog.roster } : {}),
      data: ref && (await this.valueOf(ctx, ref)),
      type: needs.type ? await conversationTypesOf(this.documents, tenantId).get(item.conversationTypeId) : undefined,
      readStatus: statuses?.get(item.id),
    };
  }

  private participantsFor(caller: Caller, item: ConversationListItem, roster?: readonly RosterEntry[]) {
    return may(caller, 'conversation.see-whole')
      ? this.collected(this.participants.inOrder(caller.tenantId, item, roster))
      : this.collected(this.participants.inOrderForClient(caller, item));
  }

  /** @throws Rejection 413 where they take more than an answer may */
  private async collected<T>(parts: AsyncIterable<readonly T[]>): Promise<T[]> {
    const all: T[] = [];
    let bytes = 0;
    for await (const part of parts) {
      bytes += JSON.stringify(part).length;
      if (bytes > this.answers.bound) this.answers.tooLarge();
      appendAll(all, part);
    }
    return all;
  }

  private async refOf(tenantId: string, id: string, inLog: ConversationInLog | undefined) {
    return inLog ? inLog.data : (await this.documents.reader(conversationData, tenantId).get(id))?.data;
  }

  /** A value of its own blob is held as bytes, as members and as text. */
  private async valueOf(ctx: RequestContext, ref: DataRef) {
    const { tenantId } = ctx.caller;
    const bytes = ref.value === undefined ? await this.content.sizeOf(tenantId, ref) : 0;
    if (bytes > 0) await this.answers.reserve(ctx, COPIES * bytes);
    return this.content.valueOf(tenantId, ref);
  }

  private async clientUrls({ tenantId }: Caller, item: ConversationListItem, roster?: readonly RosterEntry[]) {
    const frontend = (await frontendOf(this.documents, tenantId)) ?? reject('errors.tenant.not_found');
    const url = clientFrontendUrl(this.config.publicUrl, frontend);
    const urls = async function* (parts: AsyncIterable<readonly ParticipantDto[]>) {
      for await (const part of parts) {
        yield part.filter(({ kind }) => kind === 'CLIENT').map(({ id }) => ({ client_id: id, url }));
      }
    };
    return this.collected(urls(this.participants.inOrder(tenantId, item, roster)));
  }
}

/** @throws Rejection 403 that names the first include that a client cannot have */
function refuseIncludes(includes: readonly Include[] = []): void {
  const refused: readonly Include[] = clientView.refusedIncludes;
  if (includes.some((name) => refused.includes(name))) {
    rejectAt('includes', 'errors.field.refused', undefined, 'errors.forbidden');
  }
}

function templates(
  item: ConversationListItem,
  asked: ReadonlySet<Include>,
  { listItemTemplate, headerTemplate }: ConversationType,
  { data = {}, readStatus }: Beside,
) {
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
