import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveUser } from '../../fixtures/emails.js';
import { REACHES_LOOPBACK } from '../../fixtures/identity-provider.js';
import { authorize, CALLBACK, configOf, createOidcTenant, newPkce, PROVIDER, redeem } from '../../fixtures/oidc.js';
import { mailsTo } from '../../fixtures/password-mails.js';
import type { Tenant } from '../../fixtures/tenant.js';
import { claimsOf } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { anOidcProvider, CLIENT, type OidcProvider, signInAt } from '../../support/servers/oidc-provider.js';

const OTHER_CALLBACK = 'http://127.0.0.1:3000/other?tenant=acme';

let tidings: Tidings;
let provider: OidcProvider;
let second: OidcProvider;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ ...REACHES_LOOPBACK, RATE_LIMITS: 'off' });
  provider = await anOidcProvider([CALLBACK, OTHER_CALLBACK]);
  second = await anOidcProvider([CALLBACK]);
  acme = await createOidcTenant(tidings, 'acme', provider.issuer);
  await acme.owner.mustCall('POST', '/oidc-configs', configOf(second.issuer, 'second'));
});
afterAll(async () => {
  await tidings.close();
  await provider.close();
  await second.close();
});

/** A sign-in up to the code. */
async function begun(login: string, { tenant = acme, name = PROVIDER, at = provider, redirect = CALLBACK } = {}) {
  const { verifier, challenge } = newPkce();
  const query = { redirect_uri: redirect, state: 'state of this app', code_challenge: challenge };
  const { status, headers } = await authorize(tidings, tenant.tenantId, query, name);
  expect(status).toBe(302);
  const callback = await signInAt(at, headers.get('location') ?? '', login);
  return { verifier, callback, code: callback.searchParams.get('code') ?? '' };
}

const finish = ({ code, verifier }: { code: string; verifier: string }, more = {}, tenant = acme) =>
  redeem(tidings, tenant.tenantId, code, verifier, more);

describe('a sign-in through a real provider', () => {
  test('leads from authorize over its login and the callback to the first call', async () => {
    const one = await begun('ada@acme.example');
    expect(one.callback.href.startsWith(`${CALLBACK}?`)).toBe(true);
    expect(one.callback.searchParams.get('state')).toBe('state of this app');
    const { status, body, headers } = await finish(one);
    expect([status, headers.get('cache-control'), body.issued_token_type]).toEqual([200, 'no-store', undefined]);
    const me = await tidings.call('GET', '/users/me', { token: body.access_token });
    const names = { firstname: 'Ada', lastname: 'Byron' };
    expect(me.body).toMatchObject({ email: 'ada@acme.example', role: 'USER', ...names });
    expect(mailsTo(tidings, 'ada@acme.example')).toEqual([]);
    const again = await finish(await begun('ada@acme.example'));
    expect(claimsOf(again.body.access_token).sub).toBe(me.body.id);
  });

  test('asks the provider for what the config says, and tells no cache', async () => {
    const { verifier: _, challenge } = newPkce();
    const { headers, text } = await authorize(tidings, acme.tenantId, { state: 'ä &=#', code_challenge: challenge });
    const url = new URL(headers.get('location') ?? '');
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ client_id: CLIENT.client_id, redirect_uri: CALLBACK, response_type: 'code', state: 'ä &=#' },
      ...{ scope: 'openid email profile', code_challenge: challenge, code_challenge_method: 'S256' },
      nonce: expect.stringMatching(/^[A-Za-z0-9_-]{40,}$/),
    });
    expect([headers.get('cache-control'), headers.get('referrer-policy'), text]).toEqual([
      'no-store',
      'no-referrer',
      '',
    ]);
  });

  test('may have a redirect URI with a query', async () => {
    const one = await begun('query@acme.example', { redirect: OTHER_CALLBACK });
    expect(one.callback.searchParams.get('tenant')).toBe('acme');
    expect((await finish(one, { redirect_uri: OTHER_CALLBACK })).status).toBe(200);
  });

  test('lets an invited user in, and no owner by the address alone', async () => {
    await acme.owner.mustCall('POST', '/users', { email: 'invited@other.example' });
    const { body } = await finish(await begun('Invited@other.example'));
    expect(claimsOf(body.access_token).role).toBe('USER');
    expect((await finish(await begun('olga@acme.example'))).body.error).toBe('invalid_grant');
  });

  test('binds the person, who is the same user with another address and another role', async () => {
    const first = claimsOf((await finish(await begun('bea@acme.example'))).body.access_token);
    await moveUser(tidings, acme.tenantId, acme.owner, first.sub, 'beata@acme.example');
    await acme.owner.mustCall('PATCH', `/users/${first.sub}`, { role: 'OWNER' });
    const again = await finish(await begun('bea@acme.example'));
    expect(claimsOf(again.body.access_token)).toMatchObject({ sub: first.sub, role: 'OWNER' });
  });

  test('lets nobody in whose address is unverified or of another domain', async () => {
    for (const login of ['unverified@acme.example', 'eve@other.example', 'eve']) {
      expect((await finish(await begun(login))).body.error).toBe('invalid_grant');
    }
  });

  test('with a scope that leaves openid out asks for it all the same', async () => {
    await acme.owner.mustCall('POST', '/oidc-configs', { ...configOf(provider.issuer, 'scoped'), scope: 'email' });
    const one = await begun('scoped@acme.example', { name: 'scoped' });
    expect((await finish(one, { provider_name: 'scoped' })).status).toBe(200);
  });
});

test('a sign-in that has begun outlives a restart', async () => {
  const before = await startTidings(REACHES_LOOPBACK);
  const { tenantId } = await createOidcTenant(before, 'restarted', provider.issuer);
  const { verifier, challenge } = newPkce();
  const { headers } = await authorize(before, tenantId, { code_challenge: challenge });
  const callback = await signInAt(provider, headers.get('location') ?? '', 'ada@acme.example');
  const after = await before.again();
  expect((await redeem(after, tenantId, callback.searchParams.get('code') ?? '', verifier)).status).toBe(200);
  await after.close();
  rmSync(before.dataDir, { recursive: true });
});

describe('a code', () => {
  test('is good once', async () => {
    const one = await begun('once@acme.example');
    expect((await finish(one)).status).toBe(200);
    expect((await finish(one)).body).toMatchObject({ error: 'invalid_grant', code: 'errors.grant.invalid' });
  });

  test('of ten at once signs in one', async () => {
    const one = await begun('ten@acme.example');
    const answers = await Promise.all(Array.from({ length: 10 }, () => finish(one)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(new Set(answers.map(({ status, body }) => body.error ?? status))).not.toContain('temporarily_unavailable');
  });

  test.each([
    ['another verifier', { code_verifier: newPkce().verifier }],
    ['another redirect URI', { redirect_uri: OTHER_CALLBACK }],
    ['a redirect URI that is not of the tenant', { redirect_uri: 'https://evil.example/callback' }],
    ['another provider of the tenant', { provider_name: 'second' }],
    ['an unknown provider', { provider_name: 'third' }],
    ['another code', { code: 'x'.repeat(43) }],
  ])('with %s is an invalid grant', async (_, more) => {
    const { status, body } = await finish(await begun('attack@acme.example'), more);
    expect([status, body.error, body.code]).toEqual([400, 'invalid_grant', 'errors.grant.invalid']);
  });

  test('of another tenant at the same provider is an invalid grant', async () => {
    const other = await createOidcTenant(tidings, 'other', provider.issuer);
    const one = await begun('two@acme.example', { tenant: other });
    expect((await finish(one)).body.error).toBe('invalid_grant');
    expect((await finish(await begun('two@acme.example', { tenant: other }), {}, other)).status).toBe(200);
  });

  test('that the app got from elsewhere than authorize is an invalid grant', async () => {
    const { verifier, challenge } = newPkce();
    const { headers } = await authorize(tidings, acme.tenantId, { code_challenge: challenge });
    const url = new URL(headers.get('location') ?? '');
    url.searchParams.set('nonce', 'of somebody else');
    const code = (await signInAt(provider, url.href, 'ada@acme.example')).searchParams.get('code') ?? '';
    expect((await finish({ code, verifier })).body.error).toBe('invalid_grant');
  });

  test.each([
    ['change', async (path: string) => acme.owner.mustCall('PATCH', path, { scope: 'openid email' })],
    [
      'deletion, though the config is made again',
      async (path: string) => {
        await acme.owner.mustCall('DELETE', path);
        await acme.owner.mustCall('POST', '/oidc-configs', configOf(provider.issuer, path.split('/').at(-1)));
      },
    ],
  ])('begun before a %s is an invalid grant', async (what, change) => {
    const name = `ends-${what.slice(0, 6)}`;
    await acme.owner.mustCall('POST', '/oidc-configs', configOf(provider.issuer, name));
    const one = await begun('ends@acme.example', { name });
    await change(`/oidc-configs/${name}`);
    expect((await finish(one, { provider_name: name })).body.error).toBe('invalid_grant');
    const next = await begun('ends@acme.example', { name });
    expect((await finish(next, { provider_name: name })).status).toBe(200);
  });

  test.each(['code', 'redirect_uri', 'code_verifier', 'provider_name'])(
    'without %s is an invalid request',
    async (field) => {
      const { status, body } = await finish({ code: 'x', verifier: newPkce().verifier }, { [field]: '' });
      expect([status, body.error, body.errors[0].path]).toEqual([400, 'invalid_request', field]);
    },
  );

  test('is refused by a provider that knows another secret', async () => {
    await acme.owner.mustCall('POST', '/oidc-configs', {
      ...configOf(provider.issuer, 'stranger'),
      client_secret: 'of somebody else',
    });
    const one = await begun('ada@acme.example', { name: 'stranger' });
    expect((await finish(one, { provider_name: 'stranger' })).body.error).toBe('invalid_grant');
  });
});
