import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { type UserRecord, users } from './projection.js';

export const usersOf = (documents: DocumentStore, tenantId: string): Reader<UserRecord> =>
  documents.reader(users, tenantId);
