import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

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
        domain: 'own.127.0.0.1',
        tenant_creation_allowed: false,
        token_exchange_trust_email: false,
        sign_in: { password: true, passkey: true, sso: true },
        user_auto_provisioning_domains: [],
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
  test('says where the users of its identity provider are looked up', async () => {
    const url = 'https://login.invalid/userinfo';
    const domains = ['Acme.Example', 'acme.example', 'xn--bcher-kva.example'];
    const set = { token_exchange_userinfo_url: url, user_auto_provisioning_domains: domains };
    const changed = await acme.owner.call('PATCH', '/tenant', set);
    expect(changed.body).toMatchObject({
      token_exchange_userinfo_url: url,
      user_auto_provisioning_domains: ['acme.example', 'xn--bcher-kva.example'],
    });
    const again = await acme.owner.call('PATCH', '/tenant', set);
    expect(again.headers.get('etag')).toBe(changed.headers.get('etag'));
    const cleared = await acme.owner.call('PATCH', '/tenant', {
      token_exchange_userinfo_url: null,
      user_auto_provisioning_domains: null,
    });
    expect(cleared.body).not.toHaveProperty('token_exchange_userinfo_url');
    expect(cleared.body.user_auto_provisioning_domains).toEqual([]);
    await acme.owner.mustCall('PATCH', '/tenant', { user_auto_provisioning_domains: ['a.example'] });
    const emptied = await acme.owner.call('PATCH', '/tenant', { user_auto_provisioning_domains: [] });
    expect(emptied.body.user_auto_provisioning_domains).toEqual([]);
  });
  test('may create tenants where the deployment says so', async () => {
    const deployment = await startTidings({ MAIN_TENANTS: 'main, other' });
    const allowed = async (subdomain: string) =>
      (await (await createTenant(deployment, subdomain)).owner.call('GET', '/tenant')).body.tenant_creation_allowed;
    expect([await allowed('main'), await allowed('other'), await allowed('third')]).toEqual([true, true, false]);
    await deployment.close();
  });
  test.each([
    [{ token_exchange_userinfo_url: 'http://127.0.0.1/' }],
    [{ token_exchange_userinfo_url: 'https://a@login.invalid/' }],
    [{ token_exchange_userinfo_url: 'gopher://login.invalid/' }],
    [{ token_exchange_userinfo_url: '' }],
    [{ user_auto_provisioning_domains: 'acme.example' }],
    [{ user_auto_provisioning_domains: ['acme'] }],
    [{ user_auto_provisioning_domains: ['@acme.example'] }],
    [{ user_auto_provisioning_domains: ['*.acme.example'] }],
    [{ user_auto_provisioning_domains: ['acme.e'] }],
    [{ user_auto_provisioning_domains: ['acme.example.'] }],
    [{ user_auto_provisioning_domains: [`${'a.'.repeat(122)}example`] }],
    [{ user_auto_provisioning_domains: Array.from({ length: 101 }, (_, n) => `a${n}.example`) }],
    [{ preferred_language: 'de' }],
    [{ tenant_creation_allowed: true }],
    [{ domain: 'acme.example' }],
    [{ id: '00000000-0000-0000-0000-000000000000' }],
  ])('refuses also %j', async (body) => {
    const { status, body: told } = await acme.owner.call('PATCH', '/tenant', body);
    expect([status, told.errors[0].path]).toEqual([400, Object.keys(body)[0]]);
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
