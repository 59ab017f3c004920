import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REACHES_LOOPBACK } from '../../fixtures/identity-provider.js';
import { authorize, configOf, createOidcTenant } from '../../fixtures/oidc.js';
import type { Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { aForgedProvider, type Conduct, type ForgedProvider } from '../../support/servers/forged-provider.js';

let tidings: Tidings;
let forged: ForgedProvider;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ ...REACHES_LOOPBACK, RATE_LIMITS: 'off' });
  forged = await aForgedProvider();
  acme = await createOidcTenant(tidings, 'acme', forged.is('honest'));
});
afterAll(async () => {
  await forged.close();
  await tidings.close();
});

const tried = (name: string, headers = {}) => acme.owner.call('POST', `/oidc-configs/${name}/test`, undefined, headers);

let made = 0;
/** A config whose authority is a change of the issuer of an own provider. */
async function configured(conduct: Conduct, authorityOf: (issuer: string) => string = (issuer) => issuer) {
  const name = `t${++made}`;
  const issuer = forged.is(name, conduct);
  await acme.owner.mustCall('POST', '/oidc-configs', configOf(authorityOf(issuer), name));
  return { name, issuer };
}

describe('the test of an OIDC config', () => {
  test('of a good setting says so', async () => {
    const { status, body } = await tried('company');
    expect([status, body]).toEqual([200, { ok: true, issuer: forged.is('honest') }]);
  });

  const slash = (honest: object) => ({ ...honest, issuer: `${(honest as { issuer: string }).issuer}/` });
  const another = (honest: object) => ({ ...honest, issuer: 'https://login.acme.example' });
  const shared = (honest: object) => ({ ...honest, issuer: 'https://login.acme.example/{tenantid}/v2.0' });
  const without = (member: string) => (honest: object) => ({ ...honest, [member]: undefined });
  const faults: readonly (readonly [string, Conduct, ((issuer: string) => string) | undefined, string])[] = [
    ['a slash too few', { metadata: slash }, undefined, 'issuer_slash'],
    ['a slash too many', {}, (issuer) => `${issuer}/`, 'issuer_slash'],
    ['the URL of the metadata', {}, (issuer) => `${issuer}/.well-known/openid-configuration`, 'discovery_url'],
    ['`common` of Microsoft', { metadata: shared }, undefined, 'several_tenants'],
    ['another issuer', { metadata: another }, undefined, 'other_issuer'],
    ['a page', { discovery: (response) => void response.end('<html>') }, undefined, 'no_metadata'],
    ['nothing there', { discovery: 404 }, undefined, 'no_metadata'],
    ['a redirect', { discovery: (response) => void response.writeHead(301).end() }, undefined, 'no_metadata'],
    ['no token endpoint', { metadata: without('token_endpoint') }, undefined, 'bad_endpoints'],
  ];
  test.each(faults)(
    'of %s names the fault, as does a sign-in, without a time to retry',
    async (_, conduct, at, fault) => {
      const { name } = await configured(conduct, at);
      const { status, body } = await tried(name);
      const code = `errors.oidc_config.${fault}`;
      expect([status, body.ok, body.error]).toEqual([200, false, { code, message: expect.any(String) }]);
      const refused = await authorize(tidings, acme.tenantId, {}, name);
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([400, code, null]);
    },
  );

  test('shows the issuer that the provider names', async () => {
    const { name, issuer } = await configured({ metadata: slash });
    expect((await tried(name)).body.issuer).toBe(`${issuer}/`);
  });

  test('of a provider without a userinfo endpoint warns of it, though a sign-in begins', async () => {
    const { name, issuer } = await configured({ metadata: without('userinfo_endpoint') });
    const { body } = await tried(name, { 'accept-language': 'de' });
    expect(body).toMatchObject({ ok: false, issuer, error: { code: 'errors.oidc_config.no_userinfo' } });
    expect(body.error.message).toContain('Userinfo-Endpunkt');
    expect((await authorize(tidings, acme.tenantId, {}, name)).status).toBe(302);
  });

  test('sees a change at once, though metadata are remembered', async () => {
    const { name } = await configured({});
    expect((await tried(name)).body.ok).toBe(true);
    forged.is(name, { metadata: another });
    expect((await tried(name)).body.ok).toBe(false);
  });

  test('of a provider that fails is no failure of the call', async () => {
    const { name } = await configured({ discovery: 500 });
    const { status, body } = await tried(name);
    expect([status, body.error.code]).toEqual([200, 'errors.identity_provider.unavailable']);
  });

  test('of an unknown config is not found', async () => {
    expect((await tried('unknown')).body.code).toBe('errors.oidc_config.not_found');
  });
});
