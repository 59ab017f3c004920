import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ConversationListItem } from '../../../../../projections/conversation-list/projection.js';
import { agedSince, conversationsOf, retentionQuery } from '../../../../../projections/conversation-list/reads.js';
import { conversationTypesOf } from '../../../../../projections/conversation-type/reads.js';
import { retentionRunsOf, runsOfType } from '../../../../../projections/retention-run/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { listReader } from '../../../../http/answer/list-reader.js';
import { paginate } from '../../../../http/answer/paging.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { type Instant, instant } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import { countedFrom, dueBefore, policyOf, type RetentionPolicy } from '../../../../kernel/retention.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore, type Reader } from '../../../../ports/stores/document-store.js';
import {
  RetentionPreviewDto,
  RetentionPreviewQueryDto,
  RetentionRunListDto,
  RetentionRunQueryDto,
  toDueDto,
  toRunDto,
} from './retention.dto.js';

@ApiTags('Conversation types')
@Controller('conversation-types/:conversation_type_id/retention')
export class RetentionController {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Endpoint('retention.preview', {
    route: 'GET preview',
    summary: 'List the conversations that retention removes',
    description:
      'Conversations that are due by the retention policy of the type, the oldest first. Conversations under a legal hold are left out.',
    query: RetentionPreviewQueryDto,
    responses: { 200: RetentionPreviewDto },
    errors: ['errors.conversation_type.not_found'],
  })
  async preview(
    @Param('conversation_type_id') id: string,
    @QueryPayload(RetentionPreviewQueryDto) query: RetentionPreviewQueryDto,
    @Ctx() { caller: { tenantId } }: RequestContext,
  ) {
    const policy = await this.policy(tenantId, id);
    const at = query.at === undefined ? this.clock.now() : instant(query.at);
    if (!policy) {
      const { paging } = await paginate(listReader([]), query, {}, limits.listDefault, () => undefined);
      return { at, conversations: [], ...paging };
    }
    const reader = dueOnly(conversationsOf(this.documents, tenantId), policy, at);
    const orderOf = (item: ConversationListItem) => countedFrom(policy, item);
    const question = retentionQuery(id, policy);
    const { docs, paging } = await paginate(reader, query, question, limits.listDefault, orderOf);
    return { ...policy, at, conversations: docs.map(toDueDto(policy)), ...paging };
  }

  @Endpoint('retention.runs', {
    route: 'GET runs',
    summary: 'List the runs of retention',
    description: 'Runs that found conversations of the type to remove, newest first.',
    query: RetentionRunQueryDto,
    responses: { 200: RetentionRunListDto },
    errors: ['errors.conversation_type.not_found'],
  })
  async runs(
    @Param('conversation_type_id') id: string,
    @QueryPayload(RetentionRunQueryDto) query: RetentionRunQueryDto,
    @Ctx() { caller: { tenantId } }: RequestContext,
  ) {
    await this.policy(tenantId, id);
    const reader = retentionRunsOf(this.documents, tenantId);
    const { docs, paging } = await paginate(reader, query, runsOfType(id), limits.listDefault, (run) => run.startedAt);
    return { runs: docs.map(toRunDto), ...paging };
  }

  private async policy(tenantId: string, id: string): Promise<RetentionPolicy | undefined> {
    const record = await conversationTypesOf(this.documents, tenantId).get(id);
    if (!record) return reject('errors.conversation_type.not_found');
    return policyOf(record.value.retentionScope, record.value.retentionDays);
  }
}

/** The time is not part of the cursor's query, so that a cursor stays valid while time passes. */
function dueOnly(
  reader: Reader<ConversationListItem>,
  policy: RetentionPolicy,
  at: Instant,
): Pick<Reader<ConversationListItem>, 'find' | 'count'> {
  const aged = agedSince(policy, dueBefore(policy, at));
  return {
    find: (query) => reader.find({ ...query, where: [...(query.where ?? []), aged] }),
    count: ({ where = [] }) => reader.count({ where: [...where, aged] }),
  };
}
