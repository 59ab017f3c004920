import { Inject, Injectable } from '@nestjs/common';
import type { ConversationListItem } from '../../../../../projections/conversation-list/projection.js';
import { agedSince, conversationsOf, retentionQuery } from '../../../../../projections/conversation-list/reads.js';
import type { Instant } from '../../../../kernel/instant.js';
import { countedFrom, newestRemovable, type RetentionPolicy, removableAt } from '../../../../kernel/retention.js';
import { DOCUMENT_STORE, type DocumentStore, type Page, type Query } from '../../../../ports/stores/document-store.js';

const PAGE = 100;

/** Conversations that a policy removes, from an index of each type. */
@Injectable()
export class DueConversations {
  constructor(@Inject(DOCUMENT_STORE) private readonly documents: DocumentStore) {}

  /** Those that may be removed at `at`, the oldest first; behind `after`, for the next page. */
  removable(
    tenantId: string,
    conversationTypeId: string,
    policy: RetentionPolicy,
    at: Instant,
    after?: Query['after'],
  ): Promise<Page<ConversationListItem>> {
    const { where = [], order } = retentionQuery(conversationTypeId, policy);
    const aged = agedSince(policy, newestRemovable(policy, at));
    const query = { where: [...where, aged], limit: PAGE, ...(order && { order }), ...(after && { after }) };
    return conversationsOf(this.documents, tenantId).find(query);
  }

  /** When the next conversation may be removed, if none changes until then; undefined: there is none. */
  async nextRemovable(
    tenantId: string,
    conversationTypeId: string,
    policy: RetentionPolicy,
  ): Promise<Instant | undefined> {
    const question = { ...retentionQuery(conversationTypeId, policy), limit: 1 };
    const [oldest] = (await conversationsOf(this.documents, tenantId).find(question)).docs;
    return oldest && removableAt(policy, oldest);
  }
}

/** The place behind a conversation in the order of a policy. */
export function placeBehind(policy: RetentionPolicy, page: Page<ConversationListItem>): Query['after'] {
  const [last, key] = [page.docs.at(-1), page.keys.at(-1)];
  const value = last && countedFrom(policy, last);
  return !page.hasMore || key === undefined || value === undefined ? undefined : { key, value };
}
