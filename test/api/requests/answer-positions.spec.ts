import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsePosition } from '../../../src/catalogue/positions.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../src/ports/stores/document-store.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'shown');
});
afterAll(() => tidings.close());

const positionOf = (headers: Headers): number => parsePosition(headers.get('tidings-position') ?? '') ?? -1;

test('an answer with a change that came while the call ran has the position of the change', async () => {
  await acme.conversation('moving');
  const documents = tidings.app.get<DocumentStore>(DOCUMENT_STORE);
  const reader = documents.reader.bind(documents);
  let changed = 0;
  documents.reader = (collection, tenantId) => {
    const opened = reader(collection, tenantId);
    if (collection.name !== 'conversation-list') return opened;
    documents.reader = reader;
    const get = opened.get.bind(opened);
    return Object.assign(opened, {
      async get(key: string) {
        const { headers } = await acme.owner.call('PATCH', '/conversations/moving', { description: 'changed' });
        changed = positionOf(headers);
        return get(key);
      },
    });
  };
  const { body, headers } = await acme.owner.call('GET', '/conversations/moving');
  expect(body.description).toBe('changed');
  expect(changed).toBeGreaterThan(0);
  expect(positionOf(headers)).toBeGreaterThanOrEqual(changed);
});
