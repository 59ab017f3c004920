import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDomainOwner, type DomainOwner } from '../../fixtures/domains.js';
import { REACHES_LOOPBACK } from '../../fixtures/identity-provider.js';
import { authorize, configOf, newPkce, PROVIDER, redeem } from '../../fixtures/oidc.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { discoveryStub } from '../../support/servers/discovery-stub.js';
import { type DnsServer, startDnsServer } from '../../support/servers/dns-server.js';

let dns: DnsServer;
let tidings: Tidings;
let acme: DomainOwner;
beforeAll(async () => {
  dns = await startDnsServer();
  tidings = await startTidings({
    ...REACHES_LOOPBACK,
    PUBLIC_URL: 'https://tidings.example:8443',
    DNS_SERVERS: dns.address,
    RATE_LIMITS: 'off',
  });
  acme = await configured('acme');
  await configured('other');
  await acme.verified('desk.acme.example');
  await acme.verified('chat.acme.example', { is_client_app: true });
  await acme.request('asked.acme.example');
});
afterAll(async () => {
  await tidings.close();
  await dns.close();
});

async function configured(name: string): Promise<DomainOwner> {
  const tenant = await createDomainOwner(tidings, dns, name);
  await tenant.owner.mustCall('POST', '/oidc-configs', configOf(await discoveryStub()));
  return tenant;
}

const asked = (query: Readonly<Record<string, string | undefined>>, tenantId = acme.tenantId, provider?: string) =>
  authorize(tidings, tenantId, { redirect_uri: 'https://desk.acme.example/callback', ...query }, provider);

describe('a redirect URI', () => {
  test.each([
    'https://tidings.example:8443/',
    'https://tidings.example:8443',
    'https://tidings.example:8443/callback?tenant=acme',
    'https://acme.tidings.example:8443/callback',
    'https://acme-client.tidings.example:8443/c',
    'https://desk.acme.example/callback',
    'https://chat.acme.example/a%20b',
  ])('%s is of the tenant', async (redirect_uri) => {
    const { status, headers } = await asked({ redirect_uri });
    expect(status).toBe(302);
    expect(new URL(headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(redirect_uri);
  });

  test.each([
    'https://evil.example/callback',
    'https://other.tidings.example:8443/callback',
    'https://other-client.tidings.example:8443/callback',
    'https://asked.acme.example/callback',
    'https://acme.example/callback',
    'https://sub.desk.acme.example/callback',
    'https://acme.tidings.example/callback',
    'https://tidings.example/callback',
    'https://tidings.example:8444/callback',
    'https://desk.acme.example:8443/callback',
    'https://desk.acme.example:443/callback',
    'http://desk.acme.example/callback',
    'http://tidings.example:8443/callback',
    'https://desk.acme.example./callback',
    'https://DESK.acme.example/callback',
    'HTTPS://desk.acme.example/callback',
    'https://desk.acme.example@evil.example/callback',
    'https://desk.acme.example:x@evil.example/',
    'https://ada@desk.acme.example/callback',
    'https://:@desk.acme.example/callback',
    'https://evil.example\\@desk.acme.example/',
    'https://evil.example\\.desk.acme.example/',
    'https:\\\\desk.acme.example\\callback',
    'https://desk%2eacme.example/callback',
    'https://desk。acme.example/callback',
    'https://desk.acme.example%2f@evil.example/',
    'https://desk.acme.example.evil.example/',
    'https://evil.example/https://desk.acme.example/',
    'https://evil.example?https://desk.acme.example/',
    'https://evil.example#@desk.acme.example/',
    'https://desk.acme.example/callback#',
    'https://desk.acme.example/callback#code',
    'https://desk.acme.example/a/../callback',
    'https://desk.acme.example/%2e%2e/callback',
    'https://desk.acme.example/a b',
    ' https://desk.acme.example/callback',
    'https://desk.acme.example/callback\n',
    'https://desk.acme\t.example/callback',
    'https:desk.acme.example/callback',
    'https:///desk.acme.example/callback',
    '//desk.acme.example/callback',
    '/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://desk.acme.example/1',
    'com.acme.app:/callback',
    'null',
  ])('%j is none', async (redirect_uri) => {
    const { status, headers, body } = await asked({ redirect_uri });
    expect([status, body.errors[0].path, body.errors[0].code]).toEqual([
      ...[400, 'redirect_uri', 'errors.field.redirect_uri'],
    ]);
    expect(headers.get('location')).toBeNull();
    const grant = await redeem(tidings, acme.tenantId, 'code', newPkce().verifier, { redirect_uri });
    expect(grant.body.error).toBe('invalid_grant');
  });

  test('of a domain that the tenant has deleted is none', async () => {
    const gone = await configured('gone');
    const made = await gone.verified('desk.gone.example');
    const redirect_uri = 'https://desk.gone.example/callback';
    expect((await asked({ redirect_uri }, gone.tenantId)).status).toBe(302);
    await gone.owner.mustCall('DELETE', `${gone.path}/${made.id}`);
    expect((await asked({ redirect_uri }, gone.tenantId)).status).toBe(400);
  });
});

describe('an authorize call', () => {
  test.each(['redirect_uri', 'state', 'code_challenge'])('needs %s', async (name) => {
    const { status, body } = await asked({ [name]: undefined });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path: name })]]);
  });

  test.each(['x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`, `${'x'.repeat(42)}+`, newPkce().verifier.slice(1)])(
    'takes no code challenge %j',
    async (code_challenge) => {
      const { status, body } = await asked({ code_challenge });
      expect([status, body.errors[0].path]).toEqual([400, 'code_challenge']);
    },
  );

  test('takes no other parameter, such as a plain challenge or an answer of a provider', async () => {
    for (const name of ['code_challenge_method', 'code', 'nonce', 'client_id']) {
      const { status, body } = await asked({ [name]: 'plain' });
      expect([status, body.errors[0].path]).toEqual([400, name]);
    }
  });

  test('of an unknown tenant or provider is not found, and tells of no user', async () => {
    const cases: readonly [string, string | undefined, string][] = [
      ['0190a0a0-0000-7000-8000-000000000001', undefined, 'errors.tenant.not_found'],
      ['acme', undefined, 'errors.tenant.not_found'],
      [acme.tenantId, 'unknown', 'errors.oidc_config.not_found'],
      [acme.tenantId, `${PROVIDER}_x`, 'errors.oidc_config.not_found'],
      [acme.tenantId, '%00', 'errors.oidc_config.not_found'],
    ];
    for (const [tenantId, provider, code] of cases) {
      const { status, body } = await asked({}, tenantId, provider);
      expect([status, body.code]).toEqual([404, code]);
    }
  });

  test('counts by client address and tenant', async () => {
    const limited = await startTidings({ ...REACHES_LOOPBACK, RATE_LIMITS: 'provider=2', TRUST_PROXY: '127.0.0.1' });
    const tenant = await createDomainOwner(limited, dns, 'limited');
    await tenant.owner.mustCall('POST', '/oidc-configs', configOf(await discoveryStub()));
    const from = (address: string) => {
      const call: Tidings['call'] = (method, path, ask = {}) =>
        limited.call(method, path, { ...ask, headers: { ...ask.headers, 'x-forwarded-for': address } });
      return { url: limited.url, call };
    };
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await authorize(from('192.0.2.1'), tenant.tenantId, {})).status);
    expect(statuses).toEqual([302, 302, 429]);
    const code = await redeem(from('192.0.2.1'), tenant.tenantId, 'code', newPkce().verifier);
    expect([code.status, code.body.error]).toEqual([429, 'temporarily_unavailable']);
    expect((await authorize(from('192.0.2.2'), tenant.tenantId, {})).status).toBe(302);
    await limited.close();
  });
});
