import { HIDDEN_LETTER, labelWord, POSTED_WORD, readerWord } from '../../src/catalogue/text/hidden-words.js';
import type { Instant } from '../../src/kernel/instant.js';
import type { RetentionPolicy, RetentionScope } from '../../src/kernel/retention.js';
import type { Condition, DocumentStore, Query, Reader } from '../../src/ports/stores/document-store.js';
import { type ConversationListItem, conversationList } from './projection.js';

export const conversationsOf = (documents: DocumentStore, tenantId: string): Reader<ConversationListItem> =>
  documents.reader(conversationList, tenantId);

interface Filters {
  readonly archived?: boolean;
  readonly createdAfter?: Instant;
  readonly createdBefore?: Instant;
  readonly updatedAfter?: Instant;
  readonly updatedBefore?: Instant;
  readonly lockedBy?: string;
  /** All of them must be there. */
  readonly labels?: readonly string[];
  readonly search?: string;
  /** Those with messages that this user has not seen. */
  readonly unreadOf?: string;
}

export interface ConversationQuestion extends Filters {
  readonly orderBy: 'createdAt' | 'updatedAt';
  readonly descending: boolean;
}

/** The question of GET /conversations; a filter that is left out does not filter, times are exclusive. */
export function conversationQuery(asked: ConversationQuestion): Pick<Query, 'where' | 'matching' | 'order'> {
  const where: Condition[] = [];
  const add = (field: string, is: '=' | '>' | '<', value: Instant | string | boolean | undefined) => {
    if (value !== undefined) where.push({ field, is, value });
  };
  add('archived', '=', asked.archived);
  add('lockedBy', '=', asked.lockedBy);
  add('createdAt', '>', asked.createdAfter);
  add('createdAt', '<', asked.createdBefore);
  add('updatedAt', '>', asked.updatedAfter);
  add('updatedAt', '<', asked.updatedBefore);
  return {
    where,
    order: { field: asked.orderBy, descending: asked.descending },
    ...matchingOf(asked),
  };
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/** Labels and readers are words of the search index. A search without words finds nothing. */
function matchingOf({ labels = [], search, unreadOf }: Filters): Pick<Query, 'matching'> {
  if (search !== undefined && !HAS_WORD.test(search)) return { matching: { index: 'conversation', text: '' } };
  const words = search === undefined ? [] : [search.replaceAll(HIDDEN_LETTER, ' ')];
  const posted = unreadOf === undefined ? [] : [POSTED_WORD];
  const asked = [...labels.map(labelWord), ...posted, ...words];
  if (asked.length === 0) return {};
  const without = unreadOf === undefined ? {} : { without: readerWord(unreadOf) };
  return { matching: { index: 'conversation', text: asked.join(' '), ...without } };
}

/** Conversations whose lock has not expired. Cursors do not contain the time. */
export function lockedAfter(reader: Reader<ConversationListItem>, now: Instant): Pick<typeof reader, 'find' | 'count'> {
  const locked = { field: 'lockedUntil', is: '>', value: now } as const;
  const also = <Q extends Pick<Query, 'where'>>(query: Q): Q => ({ ...query, where: [...(query.where ?? []), locked] });
  return { find: (query) => reader.find(also(query)), count: (query) => reader.count(also(query)) };
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
