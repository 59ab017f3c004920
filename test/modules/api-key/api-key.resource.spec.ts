import { describe, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import { apiKey } from '../../../src/modules/api-key/domain/api-key.resource.js';
import { given, TENANT } from '../../support/given.js';

const keys = given(apiKey.decider);
const meta = { tenantId: TENANT, actor: 'user:anna', at: instant('2030-01-01'), commandId: 'c', correlationId: 'r' };
const created = { type: 'ApiKeyCreated', data: { digest: 'd', name: 'Importer' } } as const;
const deleted = { type: 'ApiKeyDeleted', data: {} } as const;

describe('an API key', () => {
  test('keeps the digest of its secret alone', () =>
    keys()
      .when(new apiKey.Create('k', { value: { digest: 'd', name: 'Importer' } }, meta))
      .gives(created));
  test('loses its name and nothing else', () =>
    keys(created)
      .when(new apiKey.Change('k', { patch: { name: null } }, meta))
      .gives({ type: 'ApiKeyChanged', data: { name: null } }));
  test('is gone once deleted', () => {
    keys(created)
      .when(new apiKey.Remove('k', {}, meta))
      .gives(deleted);
    keys(created, deleted)
      .when(new apiKey.Change('k', { patch: {} }, meta))
      .rejected('errors.api_key.not_found');
  });
});
