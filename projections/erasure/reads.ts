import type { Condition, DocumentStore, Query, Reader } from '../../src/ports/stores/document-store.js';
import { messageErasures } from '../message-erasure/projection.js';
import { type Erasure, type ErasureKind, erasures } from './projection.js';

export interface ErasureQuestion {
  readonly kind?: ErasureKind | undefined;
  readonly subjectId?: string | undefined;
}

/** Deletions of messages are apart, because they are many. */
export const erasuresOf = (documents: DocumentStore, tenantId: string, kind?: ErasureKind): Reader<Erasure> =>
  documents.reader(kind === 'MESSAGE' ? messageErasures : erasures, tenantId);

/** Newest first. */
export function erasureQuery({ kind, subjectId }: ErasureQuestion): Pick<Query, 'where' | 'order'> {
  const where: Condition[] = [];
  if (kind !== undefined && kind !== 'MESSAGE') where.push({ field: 'kind', is: '=', value: kind });
  if (subjectId !== undefined) where.push({ field: 'subjectId', is: '=', value: subjectId });
  return { where, order: { field: 'requestedAt', descending: true } };
}

/** The erasure of a subject. */
export const erasureOf = (documents: DocumentStore, tenantId: string, key: string): Promise<Erasure | undefined> =>
  erasuresOf(documents, tenantId).get(key);

export async function erasureById(
  documents: DocumentStore,
  tenantId: string,
  id: string,
): Promise<Erasure | undefined> {
  const question = { where: [{ field: 'id', is: '=', value: id } as const], limit: 1 };
  const [found] = (await erasuresOf(documents, tenantId).find(question)).docs;
  return found ?? (await erasuresOf(documents, tenantId, 'MESSAGE').find(question)).docs[0];
}
