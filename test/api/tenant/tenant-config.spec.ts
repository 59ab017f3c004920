import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colors, DEFAULT_COLORS } from '../../../src/catalogue/colors.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

const names = Object.keys(colors);
const wished = Object.fromEntries(names.map((name, n) => [name, `#AbCd${10 + n}`]));

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ PUBLIC_URL: 'https://tidings.example' });
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const config = (query: string, headers = {}) => tidings.call('GET', `/tenant/config${query}`, { headers });

describe('the public config of a tenant', () => {
  test('is found by its id and by each of its system domains, without credentials', async () => {
    const byId = await config(`?tenant_id=${acme.tenantId}`);
    expect([byId.status, byId.body]).toEqual([
      200,
      {
        id: acme.tenantId,
        frontend_url: 'https://acme.tidings.example',
        name: 'Acme',
        preferred_language: 'en',
        enabled: true,
        color_config: DEFAULT_COLORS,
      },
    ]);
    const same = [
      `?tenant_id=${acme.tenantId.toUpperCase()}`,
      '?domain=acme.tidings.example',
      '?domain=ACME.Tidings.example',
      '?domain=acme-client.tidings.example',
    ];
    for (const query of same) expect((await config(query)).body, query).toEqual(byId.body);
  });

  test.each([
    '?domain=other.tidings.example',
    '?domain=tidings.example',
    '?domain=.tidings.example',
    '?domain=x.acme.tidings.example',
    '?domain=acme.tidings.example.',
    '?domain=acmetidings.example',
    '?domain=acme',
    '?domain=domain.acme',
    '?tenant_id=00000000-0000-0000-0000-000000000000',
  ])('is not found by %s', async (query) => {
    const answer = await config(query);
    expect([answer.status, answer.body.code]).toEqual([404, 'errors.tenant.not_found']);
  });

  test.each([
    ['', 'domain', 'errors.field.required'],
    [
      `?domain=acme.tidings.example&tenant_id=00000000-0000-0000-0000-000000000000`,
      'tenant_id',
      'errors.field.together',
    ],
    ['?domain=', 'domain', 'errors.field.empty'],
    ['?tenant_id=acme', 'tenant_id', 'errors.field.format'],
    [`?domain=${'x'.repeat(254)}`, 'domain', 'errors.field.length'],
    ['?subdomain=acme', 'subdomain', 'errors.field.unknown'],
  ])('is refused for %s', async (query, path, code) => {
    const { status, body } = await config(query);
    expect([status, body.errors[0]]).toEqual([400, expect.objectContaining({ path, code })]);
  });

  test('is spared where it is known, and may be kept if it is asked for again', async () => {
    const first = await config(`?tenant_id=${acme.tenantId}`);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    expect((await config(`?tenant_id=${acme.tenantId}`, { 'if-none-match': etag })).status).toBe(304);
    await acme.owner.mustCall('PATCH', '/tenant', { name: 'Acme 2' });
    const next = await config(`?tenant_id=${acme.tenantId}`, { 'if-none-match': etag });
    expect([next.status, next.body.name]).toEqual([200, 'Acme 2']);
    await acme.owner.mustCall('PATCH', '/tenant', { name: 'Acme' });
  });
});

describe('the colours of the apps', () => {
  test('are replaced as a whole and shown to everyone', async () => {
    const { owner, apiKey, tenantId } = await createTenant(tidings, 'colours');
    const put = await owner.call('PUT', '/tenant/color/config', wished);
    expect([put.status, put.body]).toEqual([200, wished]);
    expect((await config(`?tenant_id=${tenantId}`)).body.color_config).toEqual(wished);
    const again = await (await apiKey()).call('PUT', '/tenant/color/config', wished);
    expect([again.status, again.headers.get('etag')]).toEqual([200, put.headers.get('etag')]);
    expect((await config(`?tenant_id=${acme.tenantId}`)).body.color_config).toEqual(DEFAULT_COLORS);
  });

  test.each(names)('need %s', async (name) => {
    const { [name]: _, ...rest } = wished;
    const { status, body } = await acme.owner.call('PUT', '/tenant/color/config', rest);
    expect([status, body.errors]).toEqual([
      400,
      [expect.objectContaining({ path: name, code: 'errors.field.required' })],
    ]);
  });

  test.each(['red', '#fff', '#12345g', '#1234567', ' #123456', '#123456;x', null, 1])('refuse %j', async (value) => {
    const answer = await acme.owner.call('PUT', '/tenant/color/config', { ...wished, main_header: value });
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'main_header']);
  });
});

test('anonymous reads of the config are counted by client address', async () => {
  const limited = await startTidings({ RATE_LIMITS: 'anonymous=3', TRUST_PROXY: '127.0.0.1' });
  const ask = (address: string) =>
    limited.call('GET', '/tenant/config?domain=a.example', { headers: { 'x-forwarded-for': address } });
  const statuses = [];
  for (let n = 0; n < 4; n++) statuses.push((await ask('192.0.2.1')).status);
  expect(statuses).toEqual([404, 404, 404, 429]);
  expect((await ask('192.0.2.2')).status).toBe(404);
  await limited.close();
});

test('a tenant is found by its domain after a restart that makes the read models anew', async () => {
  const first = await startTidings({ PUBLIC_URL: 'https://tidings.example' });
  const { tenantId } = await createTenant(first, 'acme');
  const second = await first.again();
  expect((await second.call('GET', '/tenant/config?domain=acme.tidings.example')).body.id).toBe(tenantId);
  await second.close();
});
