import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Caller, callerOf } from '../../fixtures/caller.js';
import { configOf } from '../../fixtures/oidc.js';
import { registrationOptions, webauthnPath } from '../../fixtures/passkeys.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { claimsOf, PASSWORD, refreshToken } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '3600' });
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());
afterEach(() => vi.useRealTimers());

const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });

describe('the time of a sign-in', () => {
  test('is in access and id tokens, and refreshes keep it', async () => {
    const { token, idToken, refreshToken: first } = await acme.signIn();
    const { auth_time, iat } = claimsOf(token);
    expect(iat - auth_time).toBeLessThanOrEqual(1);
    expect(claimsOf(idToken).auth_time).toBe(auth_time);
    later(600);
    const { body } = await refreshToken(tidings, acme.tenantId, first);
    expect(claimsOf(body.access_token).auth_time).toBe(auth_time);
    expect(claimsOf(body.id_token).auth_time).toBe(auth_time);
    expect(claimsOf(body.access_token).iat - auth_time).toBeGreaterThanOrEqual(600);
  });
});

describe('a person whose sign-in is older than REAUTH_SECONDS', () => {
  /** Changes of a way in. Those that would fail at their target do so after this check. */
  const changes: readonly (readonly [string, (who: Caller) => readonly [string, string, unknown?]])[] = [
    ['the own e-mail', ({ id }) => ['PATCH', `/users/${id}`, { email: 'new@acme.example' }]],
    ['the role of a user', ({ id }) => ['PATCH', `/users/${id}`, { role: 'USER' }]],
    ['a user with a role', () => ['POST', '/users', { email: 'x@acme.example', role: 'OWNER', password: PASSWORD }]],
    ['an API key', () => ['POST', '/api-keys', {}]],
    ['a renamed API key', () => ['PATCH', '/api-keys/x', { name: 'x' }]],
    ['a deleted API key', () => ['DELETE', '/api-keys/x']],
    ['an OIDC config', () => ['POST', '/oidc-configs', configOf('https://login.acme.example')]],
    ['a changed OIDC config', () => ['PATCH', '/oidc-configs/x', { client_id: 'x' }]],
    ['a deleted OIDC config', () => ['DELETE', '/oidc-configs/x']],
    ['options of a passkey', () => ['POST', webauthnPath(acme.tenantId, 'registration/options')]],
    ['a userinfo endpoint', () => ['PATCH', '/tenant', { token_exchange_userinfo_url: 'https://a.example/' }]],
    ['provisioning domains', () => ['PATCH', '/tenant', { user_auto_provisioning_domains: ['evil.example'] }]],
  ];
  test.each(changes)('is asked to sign in again for %s, also after a refresh', async (_, change) => {
    const { refreshToken: first, id } = await acme.signIn();
    later(901);
    const { body } = await refreshToken(tidings, acme.tenantId, first);
    const who = callerOf(tidings, body.access_token, id);
    const answer = await who.call(...change(who));
    expect([answer.status, answer.body.code]).toEqual([401, 'errors.auth.reauthenticate']);
    expect(answer.body.details).toEqual({ max_age: 900 });
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_user_authentication", error_description="A more recent sign-in is required", max_age="900"',
    );
  });

  test('reads, and changes what is no way in', async () => {
    const { refreshToken: first, id } = await acme.signIn();
    later(901);
    const { body } = await refreshToken(tidings, acme.tenantId, first);
    const who = callerOf(tidings, body.access_token, id);
    expect((await who.call('GET', '/api-keys')).status).toBe(200);
    expect((await who.call('PATCH', `/users/${id}`, { firstname: 'Olga' })).status).toBe(200);
    expect((await who.call('PATCH', '/tenant', { workflows_paused: false })).status).toBe(200);
    expect((await who.call('POST', '/users', { email: 'plain@acme.example', password: PASSWORD })).status).toBe(201);
  });

  test('may do all of it after another sign-in', async () => {
    later(901);
    const who = await acme.signIn();
    expect((await who.call('POST', '/api-keys', {})).status).toBe(201);
    expect((await registrationOptions(who, acme.tenantId)).status).toBe(200);
  });

  test('of 899 seconds is recent enough', async () => {
    const who = await acme.signIn();
    later(898);
    expect((await who.call('POST', '/api-keys', {})).status).toBe(201);
  });
});

test('an API key is exempt', async () => {
  const key = await acme.apiKey();
  later(86_400);
  expect((await key.call('POST', '/api-keys', {})).status).toBe(201);
  expect((await key.call('POST', '/oidc-configs', configOf('https://login.acme.example', 'by-key'))).status).toBe(201);
});
