import type { Kept } from '../../src/kernel/resource.js';
import type { ApiKey } from '../../src/modules/api-key/api-key.resource.js';
import type { DocumentStore, Reader } from '../../src/ports/document-store.js';
import { apiKeys } from './projection.js';

export type KeptApiKey = Kept<ApiKey>;

export const apiKeysOf = (documents: DocumentStore, tenantId: string): Reader<KeptApiKey> =>
  documents.reader(apiKeys, tenantId);
