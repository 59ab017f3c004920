import type { DocumentStore, Reader } from '../../src/ports/document-store.js';
import { type KeptUser, users } from './projection.js';

export const usersOf = (documents: DocumentStore, tenantId: string): Reader<KeptUser> =>
  documents.reader(users, tenantId);
