import { isOwner } from '../../src/modules/people/user/domain/user.resource.js';
import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { type UserRecord, users } from './projection.js';

export const usersOf = (documents: DocumentStore, tenantId: string): Reader<UserRecord> =>
  documents.reader(users, tenantId);

const MOST_OWNERS = 100;
const PAGE = 500;

/** The owners of the tenant, at most 100, the oldest first. */
export async function ownersOf(documents: DocumentStore, tenantId: string): Promise<readonly UserRecord[]> {
  const order = { field: 'createdAt', descending: false };
  const owners: UserRecord[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { docs, hasMore } = await usersOf(documents, tenantId).find({ order, offset, limit: PAGE });
    owners.push(...docs.filter(({ value }) => isOwner(value)));
    if (!hasMore || owners.length >= MOST_OWNERS) return owners.slice(0, MOST_OWNERS);
  }
}
