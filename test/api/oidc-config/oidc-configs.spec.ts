import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oidcConfigsOf, oidcProvidersOf } from '../../../projections/oidc-config/reads.js';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { OidcClientSecrets } from '../../../src/modules/people/oidc-config/application/oidc-client-secrets.service.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../src/ports/stores/document-store.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

const SECRET = 'a secret that is never shown';
const acmeLogin = {
  provider_name: 'acme-login',
  authority_url: 'https://login.invalid/tenant',
  client_id: 'tidings',
  client_secret: SECRET,
};
const { client_secret: _, ...withoutSecret } = acmeLogin;
const shown = {
  ...withoutSecret,
  scope: 'openid email profile',
  trust_email: false,
  created_at: expect.any(String),
  updated_at: expect.any(String),
};

let tidings: Tidings;
beforeAll(async () => {
  tidings = await startTidings();
});
afterAll(() => tidings.close());

let made = 0;
const fresh = (): Promise<Tenant> => createTenant(tidings, `oidc${++made}`);
const create = ({ owner }: Tenant, more: object = {}) => owner.call('POST', '/oidc-configs', { ...acmeLogin, ...more });

describe('OIDC configs', () => {
  test('are created, read, listed, changed and deleted; the secret never comes back', async () => {
    const acme = await fresh();
    const path = '/oidc-configs/acme-login';
    const created = await create(acme);
    expect([created.status, created.headers.get('location'), created.body]).toEqual([201, `/api/v1${path}`, shown]);
    const key = await acme.apiKey();
    const [read, listed] = [await key.call('GET', path), await key.call('GET', '/oidc-configs')];
    expect([read.body, listed.body.oidc_configs, listed.body.total_elements]).toEqual([shown, [shown], 1]);
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
    const changed = await key.call('PATCH', path, { client_id: 'other', scope: 'openid' });
    expect([changed.status, changed.body]).toEqual([200, { ...shown, client_id: 'other', scope: 'openid' }]);
    expect((await key.call('PATCH', path, { scope: null })).body.scope).toBe(shown.scope);
    expect((await key.call('PATCH', path, { trust_email: true })).body.trust_email).toBe(true);
    expect((await key.call('PATCH', path, { trust_email: false })).body.trust_email).toBe(false);
    expect([created, read, listed, changed].some(({ text }) => text.includes('secret'))).toBe(false);
    expect((await key.call('DELETE', path)).status).toBe(204);
    expect((await key.call('GET', path)).body.code).toBe('errors.oidc_config.not_found');
    expect((await key.call('DELETE', path)).status).toBe(404);
    expect((await create(acme, { client_id: 'again' })).status).toBe(201);
  });

  test('have one of a name in a tenant', async () => {
    const [acme, other] = [await fresh(), await fresh()];
    expect((await create(acme)).status).toBe(201);
    expect((await create(acme)).body.code).toBe('errors.oidc_config.exists');
    expect((await create(other)).status).toBe(201);
  });

  test('changed to what they are do not change', async () => {
    const acme = await fresh();
    const etag = (await create(acme)).headers.get('etag');
    const { provider_name: name, ...rest } = acmeLogin;
    const again = await acme.owner.call('PATCH', `/oidc-configs/${name}`, rest);
    expect([again.status, again.headers.get('etag')]).toEqual([200, etag]);
    const other = await acme.owner.call('PATCH', `/oidc-configs/${name}`, { client_secret: 'another secret' });
    expect([other.status, other.headers.get('etag') === etag]).toEqual([200, false]);
  });

  test('with another authority need the secret again, which never goes to another provider', async () => {
    const acme = await fresh();
    const etag = (await create(acme)).headers.get('etag');
    const path = '/oidc-configs/acme-login';
    const authority_url = 'https://login.invalid/other';
    for (const patch of [{ authority_url }, { authority_url, client_id: 'other', scope: 'openid' }]) {
      const { status, body } = await acme.owner.call('PATCH', path, patch);
      expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path: 'client_secret' })]]);
      expect(body.errors[0].code).toBe('errors.field.required');
    }
    expect((await acme.owner.call('GET', path)).headers.get('etag')).toBe(etag);
    const same = { authority_url: acmeLogin.authority_url, client_id: 'other' };
    expect((await acme.owner.call('PATCH', path, same)).status).toBe(200);
    const { body } = await acme.owner.call('PATCH', path, { authority_url, client_secret: SECRET });
    expect(body.authority_url).toBe(authority_url);
  });

  test.each([
    ['authority_url', 'http://127.0.0.1/'],
    ['authority_url', 'http://localhost/'],
    ['authority_url', 'http://169.254.169.254/latest'],
    ['authority_url', 'https://user:password@login.invalid/'],
    ['authority_url', 'ftp://login.invalid/'],
    ['authority_url', 'login.invalid'],
    ['authority_url', 'https://login.invalid/?a=1'],
    ['authority_url', 'https://login.invalid/#a'],
    ['provider_name', '-acme'],
    ['provider_name', 'a'.repeat(51)],
    ['scope', ' openid'],
    ['scope', 'openid "email"'],
    ['client_secret', ''],
    ['client_secret', null],
    ['client_id', 'x'.repeat(256)],
  ])('refuse %s %j', async (path, value) => {
    const acme = await fresh();
    const created = await create(acme, { [path]: value });
    expect([created.status, created.body.errors[0].path]).toEqual([400, path]);
    await create(acme);
    if (path === 'provider_name') return;
    const changed = await acme.owner.call('PATCH', '/oidc-configs/acme-login', { [path]: value });
    expect([changed.status, changed.body.errors[0].path]).toEqual([400, path]);
  });

  test('are bounded in number', async () => {
    const acme = await fresh();
    const all = Array.from({ length: limits.oidcConfigs }, (_, n) => create(acme, { provider_name: `p${n}` }));
    expect((await Promise.all(all)).every(({ status }) => status === 201)).toBe(true);
    const more = await create(acme);
    expect([more.status, more.body.code, more.body.errors]).toEqual([409, 'errors.oidc_config.too_many', undefined]);
  });

  test('are offered at sign-in by name, authority and client id, to known and unknown users alike', async () => {
    const [acme, other] = [await fresh(), await fresh()];
    await create(acme);
    await create(acme, { provider_name: 'second' });
    const options = async (tenantId: string, email: string) =>
      (await tidings.call('GET', `/auth/${tenantId}/options?email=${email}`)).body.oidc_providers;
    const offered = (name: string) => ({ name, authority: acmeLogin.authority_url, client_id: 'tidings' });
    const expected = [offered('acme-login'), offered('second')];
    expect(await options(acme.tenantId, 'olga@acme.example')).toEqual(expected);
    expect(await options(acme.tenantId, 'nobody@acme.example')).toEqual(expected);
    expect(await options(other.tenantId, 'olga@acme.example')).toEqual([]);
  });

  test('give sign-in the name, authority and client id, and the secret to the service alone', async () => {
    const [acme, other] = [await fresh(), await fresh()];
    await create(acme);
    await create(other, { client_secret: 'of another tenant' });
    const documents = tidings.app.get<DocumentStore>(DOCUMENT_STORE);
    expect(await oidcProvidersOf(documents, acme.tenantId)).toEqual([
      { name: 'acme-login', authorityUrl: 'https://login.invalid/tenant', clientId: 'tidings' },
    ]);
    const secrets = tidings.app.get(OidcClientSecrets, { strict: false });
    const record = await oidcConfigsOf(documents, acme.tenantId).get('acme-login');
    const foreign = await oidcConfigsOf(documents, other.tenantId).get('acme-login');
    if (!record || !foreign) throw new Error('the configs are not there');
    expect(secrets.of(record)).toBe(SECRET);
    expect(() => secrets.of({ ...record, value: foreign.value })).toThrow();
  });
});
