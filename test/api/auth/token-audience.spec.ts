import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchangeForeign, FOREIGN_TOKEN, REACHES_LOOPBACK } from '../../fixtures/identity-provider.js';
import { configOf } from '../../fixtures/oidc.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { aForgedProvider, type Conduct, type ForgedProvider, json } from '../../support/servers/forged-provider.js';
import { CLIENT } from '../../support/servers/oidc-provider.js';

let tidings: Tidings;
let forged: ForgedProvider;
beforeAll(async () => {
  tidings = await startTidings({ ...REACHES_LOOPBACK, RATE_LIMITS: 'off' });
  forged = await aForgedProvider();
});
afterAll(async () => {
  await forged.close();
  await tidings.close();
});

let made = 0;
const ada = { sub: 'ada', email: 'ada@acme.example', email_verified: true };

/** A tenant whose userinfo endpoint is at the provider; `isConfigured`: the provider is an OIDC config, too. */
async function tenantAt(conduct: Conduct, isConfigured = true, more: object = {}): Promise<Tenant> {
  const name = `aud${++made}`;
  const issuer = forged.is(name, conduct);
  const tenant = await createTenant(tidings, name);
  if (isConfigured) await tenant.owner.mustCall('POST', '/oidc-configs', configOf(issuer));
  const urls = { token_exchange_userinfo_url: `${issuer}/userinfo`, user_auto_provisioning_domains: ['acme.example'] };
  await tenant.owner.mustCall('PATCH', '/tenant', { ...urls, ...more });
  return tenant;
}

const outcome = async (tenant: Tenant) => {
  const { status, body } = await exchangeForeign(tidings, tenant);
  return status === 200 ? 'in' : body.error;
};

describe('an access token', () => {
  test.each([
    ['aud', { aud: 'another client' }],
    ['a list of aud', { aud: ['another client', 'a third'] }],
    ['client_id', { client_id: 'another client' }],
    ['azp', { azp: 'another client' }],
  ])('of another client is refused where the userinfo endpoint tells it', async (_, claims) => {
    expect(await outcome(await tenantAt({ userinfo: json({ ...ada, ...claims }) }))).toBe('invalid_grant');
    const named = { token_exchange_audience: CLIENT.client_id };
    expect(await outcome(await tenantAt({ userinfo: json({ ...ada, ...claims }) }, false, named))).toBe(
      'invalid_grant',
    );
  });

  test('of the tenant signs in', async () => {
    const aud = ['another client', CLIENT.client_id];
    expect(await outcome(await tenantAt({ userinfo: json({ ...ada, aud }) }))).toBe('in');
    expect(
      await outcome(
        await tenantAt({ userinfo: json({ ...ada, aud: 'mine' }) }, true, { token_exchange_audience: 'mine' }),
      ),
    ).toBe('in');
  });

  test('of which nobody tells the audience signs in', async () => {
    expect(await outcome(await tenantAt({}))).toBe('in');
    expect(await outcome(await tenantAt({ userinfo: json({ ...ada, aud: 'any' }) }, false))).toBe('in');
  });

  test('of another client is refused where introspection tells it', async () => {
    const introspected = async (answer: object, status = 200) => {
      const issuer = `${forged.is('x')}`.replace(/x$/, `aud${made + 1}`);
      const metadata = (honest: object) => ({ ...honest, introspection_endpoint: `${issuer}/introspect` });
      return outcome(await tenantAt({ metadata, introspect: json(answer, status) }));
    };
    expect(await introspected({ active: true, client_id: 'another client' })).toBe('invalid_grant');
    expect(await introspected({ active: true, aud: ['another client'] })).toBe('invalid_grant');
    expect(await introspected({ active: false })).toBe('invalid_grant');
    expect(await introspected({ active: true, client_id: CLIENT.client_id })).toBe('in');
    expect(await introspected({ active: true })).toBe('in');
    expect(await introspected({ error: 'access_denied' }, 403)).toBe('in');
    const asked = forged.received.find(({ path }) => path.endsWith('/introspect'));
    expect(new URLSearchParams(asked?.raw).get('token')).toBe(FOREIGN_TOKEN);
    expect(asked?.headers.authorization).toMatch(/^Basic /);
  });
});
