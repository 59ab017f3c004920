import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { registerPasskey, signInWithPasskey } from '../../fixtures/passkeys.js';
import { mailsTo, plain } from '../../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD, refreshToken, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

const ANOTHER = 'a loud yellow mountain';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  // A slow machine guesses less often than the default allows.
  tidings = await startTidings({ ACCESS_TOKEN_SECONDS: '3600', RATE_LIMITS: 'email=10' });
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());
afterEach(() => vi.useRealTimers());

const change = (who: Caller, current_password: string, password = ANOTHER) =>
  who.call('PUT', '/users/me/password', { current_password, password });

describe('a user who changes the password', () => {
  test('signs in with the new one; all sessions and passkeys end, and the user is told', async () => {
    const ben = await acme.user('ben');
    const authenticator = await registerPasskey(ben, acme.tenantId);
    const other = await acme.signIn(ben.email);
    expect((await change(ben, PASSWORD)).status).toBe(204);
    for (const { token } of [ben, other]) expect((await tidings.call('GET', '/users/me', { token })).status).toBe(401);
    expect((await refreshToken(tidings, acme.tenantId, other.refreshToken)).body.error).toBe('invalid_grant');
    expect((await signInWithPasskey(tidings, acme.tenantId, authenticator)).status).toBe(400);
    expect((await signIn(tidings, acme.tenantId, ben.email)).body.error).toBe('invalid_grant');
    expect((await signIn(tidings, acme.tenantId, ben.email, ANOTHER)).status).toBe(200);
    const texts = () => mailsTo(tidings, ben.email).map(plain).join();
    await expect.poll(texts).toContain('The password of your account at Acme has changed');
    expect(texts()).not.toContain(ANOTHER);
  });

  test('knows the present one', async () => {
    const carl = await acme.user('carl');
    for (const wrong of ['x', ANOTHER, PASSWORD.toUpperCase()]) {
      const { status, body } = await change(carl, wrong);
      expect([status, body.errors[0].path, body.errors[0].code]).toEqual([
        ...[400, 'current_password', 'errors.field.wrong_password'],
      ]);
    }
    expect((await change(carl, PASSWORD, 'password')).body.errors[0].path).toBe('password');
    expect((await signIn(tidings, acme.tenantId, carl.email)).status).toBe(200);
  });

  test('to the present one changes nothing', async () => {
    const cleo = await acme.user('cleo');
    expect((await change(cleo, PASSWORD, PASSWORD)).status).toBe(204);
    expect((await cleo.call('GET', '/users/me')).status).toBe(200);
  });

  test('signed in recently', async () => {
    const dora = await acme.user('dora');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 901_000 });
    expect((await change(dora, PASSWORD)).body.code).toBe('errors.auth.reauthenticate');
  });

  test('guesses no more often than at sign-in', async () => {
    const emil = await acme.user('emil');
    const codes: string[] = [];
    for (let n = 0; n < 40; n++) codes.push((await change(emil, `guess ${n}`)).body.code);
    expect(codes).toContain('errors.rate_limited');
  });
});
