import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { type ApiKeyRecord, apiKeys } from './projection.js';

export const apiKeysOf = (documents: DocumentStore, tenantId: string): Reader<ApiKeyRecord> =>
  documents.reader(apiKeys, tenantId);
