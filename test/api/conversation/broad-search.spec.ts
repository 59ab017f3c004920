import { afterAll, beforeAll, expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { DOCUMENT_STORE } from '../../../src/ports/stores/document-store.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let tenant: Tenant;

beforeAll(async () => {
  const documents = new SqliteDocumentStore(':memory:', { longestSearchMs: 0 });
  tidings = await startTidings({}, undefined, undefined, [{ provide: DOCUMENT_STORE, useValue: documents }]);
  tenant = await createTenant(tidings, 'broad');
});
afterAll(() => tidings.close());

test('a search that takes longer than it may is refused, and other lists are answered', async () => {
  await tenant.conversation('c', { description: 'harbour' });
  const { status, body } = await tenant.owner.call('GET', '/conversations?search=harbour');
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'errors.validation.failed',
    errors: [{ path: 'search', code: 'errors.field.too_broad' }],
  });
  expect((await tenant.owner.call('GET', '/conversations')).body.total_elements).toBe(1);
});
