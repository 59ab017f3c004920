import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'own');
});
afterAll(() => tidings.close());

describe('a tenant', () => {
  test('is read, renamed and paused by its owner', async () => {
    const read = await acme.owner.call('GET', '/tenant');
    expect([read.status, read.body]).toEqual([
      200,
      {
        id: acme.tenantId,
        name: 'Acme',
        preferred_language: 'en',
        workflows_paused: false,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const renamed = await acme.owner.call('PATCH', '/tenant', { name: 'Acme 2' });
    expect([renamed.status, renamed.body.name, renamed.body.workflows_paused]).toEqual([200, 'Acme 2', false]);
    const etag = read.headers.get('etag') as string;
    expect((await acme.owner.call('PATCH', '/tenant', { name: 'Acme 3' }, { 'if-match': etag })).status).toBe(412);
    const paused = await acme.owner.call('PATCH', '/tenant', { workflows_paused: true });
    expect((await acme.owner.call('PATCH', '/tenant', {})).body).toEqual(paused.body);
    expect((await (await acme.apiKey()).call('GET', '/tenant')).body).toEqual(paused.body);
    expect((await acme.owner.call('PATCH', '/tenant', { workflows_paused: false })).body.workflows_paused).toBe(false);
  });
  test.each([[{ name: '-' }], [{ name: null }], [{ workflows_paused: null }], [{ subdomain: 'other' }]])(
    'refuses %j',
    async (body) => {
      const { status, body: told } = await acme.owner.call('PATCH', '/tenant', body);
      expect([status, told.errors[0].path]).toEqual([400, Object.keys(body)[0]]);
    },
  );
  test('is not shown to a user', async () => {
    const anna = await acme.user('anna');
    expect((await anna.call('GET', '/tenant')).status).toBe(403);
  });
});
