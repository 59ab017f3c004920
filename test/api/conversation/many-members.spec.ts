import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'members');
});
afterAll(() => tidings.close());

test('conversation_data with 250,000 members is accepted, answered and searched', async () => {
  const members = Array.from({ length: 250_000 }, (_, i) => [`k${i}`, i === 0 ? 'haystack' : i]);
  const conversation_data = Object.fromEntries(members);
  const made = await acme.owner.call('POST', '/conversations', {
    id: 'wide',
    conversation_type_id: 'support',
    conversation_data,
  });
  expect([made.status, made.body.code]).toEqual([201, undefined]);
  const read = await acme.owner.call('GET', '/conversations?includes=CONVERSATION_DATA&search=haystack');
  expect(Object.keys(read.body.conversations[0].conversation_data)).toHaveLength(250_000);
});
