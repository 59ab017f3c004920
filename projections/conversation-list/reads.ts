import type { Instant } from '../../src/kernel/instant.js';
import type { RetentionPolicy, RetentionScope } from '../../src/kernel/retention.js';
import type { Condition, DocumentStore, Query, Reader } from '../../src/ports/stores/document-store.js';
import { type ConversationListItem, conversationList } from './projection.js';

export const conversationsOf = (documents: DocumentStore, tenantId: string): Reader<ConversationListItem> =>
  documents.reader(conversationList, tenantId);

export interface ConversationQuestion {
  readonly archived?: boolean;
  readonly createdAfter?: Instant;
  readonly createdBefore?: Instant;
  readonly updatedAfter?: Instant;
  readonly updatedBefore?: Instant;
  readonly search?: string;
  readonly orderBy: 'createdAt' | 'updatedAt';
  readonly descending: boolean;
}

/** The question of GET /conversations; a filter that is left out does not filter, times are exclusive. */
export function conversationQuery(asked: ConversationQuestion): Pick<Query, 'where' | 'matching' | 'order'> {
  const where: Condition[] = [];
  const add = (field: string, is: '=' | '>' | '<', value: Instant | boolean | undefined) => {
    if (value !== undefined) where.push({ field, is, value });
  };
  add('archived', '=', asked.archived);
  add('createdAt', '>', asked.createdAfter);
  add('createdAt', '<', asked.createdBefore);
  add('updatedAt', '>', asked.updatedAfter);
  add('updatedAt', '<', asked.updatedBefore);
  return {
    where,
    order: { field: asked.orderBy, descending: asked.descending },
    ...(asked.search === undefined ? {} : { matching: { index: 'conversation', text: asked.search } }),
  };
}

/** The conversations a user holds the lock of, expired ones among them. */
export async function lockedBy(documents: DocumentStore, tenantId: string, userId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: { key: string } | undefined; ; ) {
    const where: readonly Condition[] = [{ field: 'lockedBy', is: '=', value: userId }];
    const page = await conversationsOf(documents, tenantId).find({ where, limit: 500, ...(after ? { after } : {}) });
    ids.push(...page.keys);
    const key = page.keys.at(-1);
    if (!page.hasMore || key === undefined) return ids;
    after = { key };
  }
}

/** Conversations of a type in the order in which its retention policy reaches them, without those under a legal hold. */
export function retentionQuery(conversationTypeId: string, { scope }: RetentionPolicy): Pick<Query, 'where' | 'order'> {
  return {
    where: [
      { field: 'conversationTypeId', is: '=', value: conversationTypeId },
      { field: 'legalHold', is: '=', value: false },
      { field: retentionField(scope), is: '>', value: '' },
    ],
    order: { field: retentionField(scope), descending: false },
  };
}

/** Those of `retentionQuery` that are counted from `time` or before. */
export const agedSince = ({ scope }: RetentionPolicy, time: Instant): Condition => ({
  field: retentionField(scope),
  is: '<=',
  value: time,
});

const retentionField = (scope: RetentionScope) => (scope === 'ALL' ? 'updatedAt' : 'archivedAt');
