import { test } from 'vitest';
import { apiKeys } from '../../projections/api-key/projection.js';
import { instant } from '../../src/kernel/instant.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('apiKey', TENANT, 'k');
const keys = givenProjection(apiKeys);
const expiresAt = instant('2020-01-01');
const created = { event: { type: 'ApiKeyCreated', data: { digest: 'd', expiresAt } }, stream } as const;

test('a key that has expired stays listed', () => keys(created).shows('k', { value: { digest: 'd', expiresAt } }));

test('a deleted key is gone', () => keys(created, { event: { type: 'ApiKeyDeleted', data: {} }, stream }).absent('k'));
