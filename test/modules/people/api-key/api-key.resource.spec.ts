import { describe, expect, test } from 'vitest';
import { apiKey } from '../../../../src/modules/people/api-key/domain/api-key.resource.js';
import { commandMeta, given } from '../../../support/given/given.js';

const keys = given(apiKey.decider);
const meta = commandMeta();
const value = { digest: 'd', name: 'Importer' };
const created = { type: 'ApiKeyCreated', data: value } as const;

describe('an API key', () => {
  test('is stored under these names', () => {
    expect(apiKey.category).toBe('apiKey');
    expect(Object.keys(apiKey.eventTypes)).toEqual(['ApiKeyCreated', 'ApiKeyChanged', 'ApiKeyDeleted']);
  });
  test('keeps the digest of its secret alone', () =>
    keys()
      .when(new apiKey.Create('k', { value }, meta))
      .gives(created));
  test('that exists is not created again', () =>
    keys(created)
      .when(new apiKey.Create('k', { value }, meta))
      .rejected('errors.validation.failed'));
  test('that does not exist is not changed', () =>
    keys()
      .when(new apiKey.Change('k', { patch: {} }, meta))
      .rejected('errors.api_key.not_found'));
});
