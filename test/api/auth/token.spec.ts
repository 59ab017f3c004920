import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { claimsOf, refreshToken, requestToken, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());
afterEach(() => vi.useRealTimers());

/** A service for many sign-ins, which use up what callers of one address may ask. */
async function ofItsOwn(environment: Readonly<Record<string, string>> = {}) {
  const service = await startTidings(environment);
  onTestFinished(() => service.close());
  return { service, tenantId: (await createTenant(service, 'acme')).tenantId };
}

/** Past the grace in which a spent refresh token gets its answer again. */
const afterGrace = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_001 });

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
const me = async (token: string, on: Tidings = tidings) => (await on.call('GET', '/users/me', { token })).status;
const refresh = (token: string, on: Tidings = tidings, tenantId = acme.tenantId) => refreshToken(on, tenantId, token);

describe('the password grant', () => {
  test('answers tokens that nobody keeps', async () => {
    const { status, headers, body } = await signIn(tidings, acme.tenantId);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect(headerOf(body.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(claimsOf(body.access_token)).toMatchObject({
      sub: acme.owner.id,
      tenant_id: acme.tenantId,
      role: 'OWNER',
      iss: 'http://127.0.0.1:3000',
      aud: 'tidings',
      jti: expect.any(String),
    });
    const { exp, iat } = claimsOf(body.access_token);
    expect(exp - iat).toBe(900);
    expect(claimsOf(body.id_token)).toMatchObject({
      sub: acme.owner.id,
      aud: acme.tenantId,
      email: 'Olga@acme.example',
    });
  });

  test('tells a wrong password and an unknown user alike', async () => {
    const wrong = await signIn(tidings, acme.tenantId, 'olga@acme.example', 'a quiet green sea');
    const unknown = await signIn(tidings, acme.tenantId, 'nobody@acme.example');
    for (const { status, headers, body } of [wrong, unknown]) {
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: 'invalid_grant', code: 'errors.grant.invalid' });
      expect(body.error_description).toMatch(/^[\x20-\x7e]+$/);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
  });

  test('takes as long for an unknown user as for a known one', async () => {
    const { service, tenantId } = await ofItsOwn({ RATE_LIMITS: 'off' });
    const timed = async (username: string) => {
      const from = performance.now();
      await signIn(service, tenantId, username, 'a quiet green sea');
      return performance.now() - from;
    };
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const isAlike = () => unknown / known > 0.5 && unknown / known < 2;
    // In turn, each by its quickest: what else the machine does makes some slow, none quick.
    for (let i = 0; i < 100 && (i < 10 || !isAlike()); i++) {
      known = Math.min(known, await timed('olga@acme.example'));
      unknown = Math.min(unknown, await timed('nobody@acme.example'));
    }
    expect(isAlike(), `${known} ms against ${unknown} ms`).toBe(true);
  }, 60_000);

  test('asked too often at once it says when to come again', async () => {
    const { service, tenantId } = await ofItsOwn();
    const asked = Array.from({ length: 300 }, () => signIn(service, tenantId, 'nobody@acme.example'));
    const busy = (await Promise.all(asked)).filter(({ status }) => status === 429);
    expect(busy.length).toBeGreaterThan(0);
    expect(busy[0]?.body).toMatchObject({ code: 'errors.rate_limited', error: 'temporarily_unavailable' });
    expect(Number(busy[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a user of another tenant is unknown', async () => {
    const other = await createTenant(tidings, 'other');
    await other.user('ben');
    expect((await signIn(tidings, acme.tenantId, 'ben@acme.example')).body.error).toBe('invalid_grant');
  });

  test.each(['0190a0a0-0000-7000-8000-000000000001', 'acme', 'x'.repeat(300)])('tenant %s is not found', async (id) => {
    const { status, body } = await signIn(tidings, id);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'errors.tenant.not_found', error: 'invalid_request' });
  });
});

describe('the refresh grant', () => {
  test('answers the next tokens, of the same sign-in', async () => {
    const first = (await signIn(tidings, acme.tenantId)).body;
    const next = await refresh(first.refresh_token);
    expect(next.status).toBe(200);
    expect(claimsOf(next.body.access_token).sid).toBe(claimsOf(first.access_token).sid);
    expect(claimsOf(next.body.access_token).jti).not.toBe(claimsOf(first.access_token).jti);
    expect(await me(next.body.access_token)).toBe(200);
    expect((await refresh(next.body.refresh_token)).status).toBe(200);
  });

  test('a spent token ends the whole sign-in, its access tokens too', async () => {
    const first = (await signIn(tidings, acme.tenantId)).body;
    const next = (await refresh(first.refresh_token)).body;
    afterGrace();
    const again = await refresh(first.refresh_token);
    expect(again.body).toMatchObject({ error: 'invalid_grant', code: 'errors.grant.invalid' });
    expect((await refresh(next.refresh_token)).body.error).toBe('invalid_grant');
    expect([await me(first.access_token), await me(next.access_token)]).toEqual([401, 401]);
    expect(await me(acme.owner.token), 'another sign-in of the same user lives on').toBe(200);
  });

  test('the same token again within ten seconds answers the same pair, from any of two tabs', async () => {
    const first = (await signIn(tidings, acme.tenantId)).body;
    const next = (await refresh(first.refresh_token)).body;
    const again = await refresh(first.refresh_token);
    expect([again.status, again.body]).toEqual([200, next]);
    expect(await me(again.body.access_token)).toBe(200);
    expect((await refresh(next.refresh_token)).status).toBe(200);
  });

  test('of ten at once all get the same pair, and the sign-in goes on', async () => {
    const first = (await signIn(tidings, acme.tenantId)).body;
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await refresh(answers[0]?.body.refresh_token)).status).toBe(200);
  });

  test('the same token again after a change of the role answers nothing', async () => {
    const carl = await acme.user('carl');
    await refresh(carl.refreshToken);
    await acme.owner.mustCall('PATCH', `/users/${carl.id}`, { role: 'OWNER' });
    expect((await refresh(carl.refreshToken)).body.error).toBe('invalid_grant');
  });

  test('a token is good in its own tenant alone', async () => {
    const other = await createTenant(tidings, 'foreign');
    const { refresh_token } = (await signIn(tidings, acme.tenantId)).body;
    expect((await refresh(refresh_token, tidings, other.tenantId)).body.error).toBe('invalid_grant');
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test.each(['x', 'tdr_', `tdr_${'A'.repeat(65)}`, '../../etc/passwd'])('%j is no refresh token', async (text) =>
    expect((await refresh(text)).body.error).toBe('invalid_grant'),
  );

  test('what someone makes up for a sign-in they saw does not end it', async () => {
    const first = (await signIn(tidings, acme.tenantId)).body;
    const { sid } = claimsOf(first.access_token);
    expect((await refresh(`tdr_${sid}${'A'.repeat(43)}`)).body.error).toBe('invalid_grant');
    expect((await refresh(first.refresh_token)).status).toBe(200);
  });

  test('a wider scope changes no right', async () => {
    const { refreshToken: refresh_token, token } = await acme.user('una');
    const fields = { grant_type: 'refresh_token', refresh_token, scope: 'OWNER admin *', client_id: 'other' };
    const { status, body } = await requestToken(tidings, acme.tenantId, fields);
    expect([status, body.scope]).toEqual([200, undefined]);
    const rights = ({ sub, role, tenant_id, aud, scope }: Record<string, unknown>) => [
      sub,
      role,
      tenant_id,
      aud,
      scope,
    ];
    expect(rights(claimsOf(body.access_token))).toEqual(rights(claimsOf(token)));
    expect((await tidings.call('GET', '/api-keys', { token: body.access_token })).status).toBe(403);
  });

  test('a deleted user has nothing left', async () => {
    const ben = await acme.user('ben');
    expect(await me(ben.token)).toBe(200);
    await tidings.call('DELETE', `/users/${ben.id}`, { token: acme.owner.token });
    expect(await me(ben.token)).toBe(401);
    expect((await refresh(ben.refreshToken)).body.error).toBe('invalid_grant');
    expect((await signIn(tidings, acme.tenantId, ben.email)).body.error).toBe('invalid_grant');
  });
});

test('a restart forgets nothing: good tokens are good, spent and ended ones are not', async () => {
  const before = await startTidings();
  const { tenantId } = await createTenant(before, 'acme');
  const kept = (await signIn(before, tenantId)).body;
  const spent = (await signIn(before, tenantId)).body;
  const next = (await refresh(spent.refresh_token, before, tenantId)).body;
  const ended = (await signIn(before, tenantId)).body;
  const after = (await refresh(ended.refresh_token, before, tenantId)).body;
  afterGrace();
  await refresh(ended.refresh_token, before, tenantId);

  const now = await before.again();
  const again = (token: string) => refresh(token, now, tenantId);
  expect(await me(kept.access_token, now)).toBe(200);
  expect(await me(after.access_token, now)).toBe(401);
  expect((await again(after.refresh_token)).status).toBe(400);
  expect((await again(spent.refresh_token)).status).toBe(400);
  expect((await again(next.refresh_token)).status, 'reuse after the restart ended it').toBe(400);
  expect((await again(kept.refresh_token)).status).toBe(200);
  await now.close();
  rmSync(before.dataDir, { recursive: true });
});
