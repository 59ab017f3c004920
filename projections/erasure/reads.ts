import type { Erasure, ErasureKind } from '../../src/kernel/erasure.js';
import type { Condition, DocumentStore, Query, Reader } from '../../src/ports/stores/document-store.js';
import { erasures } from './projection.js';

export interface ErasureQuestion {
  readonly kind?: ErasureKind | undefined;
  readonly subjectId?: string | undefined;
}

export const erasuresOf = (documents: DocumentStore, tenantId: string): Reader<Erasure> =>
  documents.reader(erasures, tenantId);

/** Newest first. Deletions of messages have a read model of their own, because they are many. */
export function erasureQuery({ kind, subjectId }: ErasureQuestion): Pick<Query, 'where' | 'order'> {
  const where: Condition[] = [];
  if (kind !== undefined && kind !== 'MESSAGE') where.push({ field: 'kind', is: '=', value: kind });
  if (subjectId !== undefined) where.push({ field: 'subjectId', is: '=', value: subjectId });
  return { where, order: { field: 'requestedAt', descending: true } };
}

/** The erasure of a subject. */
export const erasureOf = (documents: DocumentStore, tenantId: string, key: string): Promise<Erasure | undefined> =>
  erasuresOf(documents, tenantId).get(key);

/** The erasure with the id, in one of the two read models. */
export const byErasureId = (id: string): Pick<Query, 'where' | 'limit'> => ({
  where: [{ field: 'id', is: '=', value: id }],
  limit: 1,
});
