import type { ResourceRecord } from '../../src/kernel/resource.js';
import { type ApiKey, apiKey } from '../../src/modules/people/api-key/domain/api-key.resource.js';

export type ApiKeyRecord = ResourceRecord<ApiKey>;

/** The API keys of a tenant, by id; expired ones too. */
export const apiKeys = apiKey.projection({
  name: 'api-key',
  version: 1,
  fields: { createdAt: ({ createdAt }) => createdAt },
  indexes: [['createdAt']],
  counters: [[]],
});
