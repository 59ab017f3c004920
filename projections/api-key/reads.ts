import type { DocumentStore, Reader } from '../../src/ports/document-store.js';
import { apiKeys, type KeptApiKey } from './projection.js';

export const apiKeysOf = (documents: DocumentStore, tenantId: string): Reader<KeptApiKey> =>
  documents.reader(apiKeys, tenantId);
