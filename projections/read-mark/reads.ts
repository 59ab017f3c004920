import { innerId } from '../../src/kernel/stream.js';
import type { DocumentStore, Query } from '../../src/ports/stores/document-store.js';
import { type ReadMark, readMarks } from './projection.js';

const PAGE = 500;

/** The marks of a user, by conversation. */
export async function readMarksOf(
  documents: DocumentStore,
  tenantId: string,
  userId: string,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, ReadMark>> {
  if (conversationIds.length === 0) return new Map();
  const found = await documents.reader(readMarks, tenantId).many(conversationIds.map((id) => innerId(id, userId)));
  return new Map(found.map((mark) => [mark.conversationId, mark]));
}

/** The keys of all marks in a conversation, some at a time. */
export async function* readMarkKeysIn(documents: DocumentStore, tenantId: string, conversationId: string) {
  const question = { where: [{ field: 'conversationId', is: '=', value: conversationId }], limit: PAGE } as const;
  for (let after: Query['after']; ; ) {
    const { keys, hasMore } = await documents
      .reader(readMarks, tenantId)
      .find({ ...question, ...(after && { after }) });
    yield keys;
    const key = keys.at(-1);
    if (!hasMore || key === undefined) return;
    after = { key };
  }
}
