import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchangeForeign } from '../../fixtures/identity-provider.js';
import { authorize, configOf, redeem } from '../../fixtures/oidc.js';
import { registerPasskey, signInOptions, signInWithPasskey } from '../../fixtures/passkeys.js';
import { tokenSentTo } from '../../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { OWNER_EMAIL, PASSWORD, refreshToken, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
});
afterAll(() => tidings.close());

let made = 0;
const fresh = () => createTenant(tidings, `ways${++made}`);
const set = ({ owner }: Tenant, sign_in: object, headers = {}) => owner.call('PATCH', '/tenant', { sign_in }, headers);
const provider = configOf('https://login.acme.example');

describe('a way to sign in', () => {
  test('that is switched off signs in nobody, and is not offered; sessions go on', async () => {
    const acme = await fresh();
    const authenticator = await registerPasskey(acme.owner, acme.tenantId);
    await acme.owner.mustCall('POST', '/oidc-configs', provider);
    const options = async () =>
      (await tidings.call('GET', `/auth/${acme.tenantId}/options?email=olga@acme.example`)).body;
    expect(await options()).toMatchObject({ email: true, webauthn: true, oidc_providers: [{ name: 'company' }] });

    const off = await set(acme, { password: false });
    expect([off.status, off.body.sign_in]).toEqual([200, { password: false, passkey: true, sso: true }]);
    const refused = await signIn(tidings, acme.tenantId);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      ...[400, 'errors.grant.disabled', 'unsupported_grant_type'],
    ]);
    expect((await options()).email).toBe(false);
    expect((await signInWithPasskey(tidings, acme.tenantId, authenticator)).status).toBe(200);
    expect((await refreshToken(tidings, acme.tenantId, acme.owner.refreshToken)).status).toBe(200);

    await set(acme, { passkey: false, sso: false });
    expect((await signIn(tidings, acme.tenantId)).status).toBe(200);
    expect((await signInOptions(tidings, acme.tenantId)).body.code).toBe('errors.grant.disabled');
    for (const answer of [
      await authorize(tidings, acme.tenantId, {}),
      await redeem(tidings, acme.tenantId, 'code', 'x'.repeat(43)),
      await exchangeForeign(tidings, acme),
    ])
      expect([answer.status, answer.body.code]).toEqual([400, 'errors.grant.disabled']);
    expect(await options()).toEqual({ email: true, webauthn: false, oidc_providers: [] });
  });

  test('that is the last one stays on', async () => {
    const acme = await fresh();
    const none = await set(acme, { password: false, passkey: false, sso: false });
    expect([none.status, none.body.code]).toEqual([409, 'errors.tenant.last_sign_in']);
    const sso = { password: false, passkey: false };
    expect((await set(acme, sso)).body.code, 'there is no provider').toBe('errors.tenant.last_sign_in');
    await acme.owner.mustCall('POST', '/oidc-configs', provider);
    expect((await set(acme, sso)).status).toBe(200);
    const last = await acme.owner.call('DELETE', '/oidc-configs/company');
    expect([last.status, last.body.code]).toEqual([409, 'errors.tenant.last_sign_in']);
    await acme.owner.mustCall('POST', '/oidc-configs', { ...provider, provider_name: 'second' });
    expect((await acme.owner.call('DELETE', '/oidc-configs/company')).status).toBe(204);
    expect((await set(acme, {})).body.sign_in).toEqual({ password: true, passkey: true, sso: true });
    expect((await acme.owner.call('DELETE', '/oidc-configs/second')).status).toBe(204);
  });

  test.each([
    [{ password: false }, 'passkeys and providers'],
    [{ password: false, sso: false }, 'passkeys alone'],
    [{ password: false, passkey: false }, 'providers alone'],
  ])('is not left with %j while there are none of them: %s', async (sign_in, _) => {
    const acme = await fresh();
    await registerPasskey(await acme.user('ben'), acme.tenantId);
    const refused = await set(acme, sign_in);
    expect([refused.status, refused.body.code]).toEqual([409, 'errors.tenant.last_sign_in']);
    expect(refused.body.message).toContain(
      'switch passwords on, register a passkey of an owner, or add an OIDC config',
    );
  });

  test('with passkeys alone needs one of an owner, until passwords are on again', async () => {
    const acme = await fresh();
    const second = await acme.user('second', 'OWNER');
    await registerPasskey(second, acme.tenantId);
    expect((await set(acme, { password: false, sso: false })).status).toBe(200);
    const { body } = await second.mustCall('GET', '/users/me/passkeys');
    const change = { current_password: PASSWORD, password: 'a loud yellow mountain' };
    const endings = [
      () => second.call('DELETE', `/users/me/passkeys/${body.passkeys[0].id}`),
      () => second.call('PUT', '/users/me/password', change),
      () => acme.owner.call('PATCH', `/users/${second.id}`, { role: 'USER' }),
      () => acme.owner.call('DELETE', `/users/${second.id}`),
    ];
    for (const each of await Promise.all(endings.map((end) => end())))
      expect([each.status, each.body.code]).toEqual([409, 'errors.tenant.last_sign_in']);
    expect((await signIn(tidings, acme.tenantId, second.email)).body.code).toBe('errors.grant.disabled');
    const ben = await acme.owner.mustCall('POST', '/users', { email: 'ben@acme.example' });
    expect((await acme.owner.call('DELETE', `/users/${ben.body.id}`)).status).toBe(204);
    await set(acme, {});
    for (const end of [endings[0], endings[2]]) expect((await end?.())?.status).toBeLessThan(300);
  });

  test('with passkeys alone does not end by a link that sets a password, which stays good', async () => {
    const acme = await fresh();
    await registerPasskey(acme.owner, acme.tenantId);
    await set(acme, { password: false, sso: false });
    const email = OWNER_EMAIL;
    await tidings.call('POST', `/auth/${acme.tenantId}/password-reset`, { body: { email } });
    const token = await tokenSentTo(tidings, email);
    const follow = () =>
      tidings.call('POST', `/auth/${acme.tenantId}/password-reset/set`, {
        body: { email, password: 'a loud yellow mountain', token },
      });
    expect((await follow()).body.code).toBe('errors.tenant.last_sign_in');
    await set(acme, {});
    expect((await follow()).status).toBe(204);
  });

  test('by a userinfo endpoint stays while it is the last one', async () => {
    const acme = await fresh();
    const url = { token_exchange_userinfo_url: 'https://login.acme.example/userinfo' };
    await acme.owner.mustCall('PATCH', '/tenant', url);
    expect((await set(acme, { password: false, passkey: false })).status).toBe(200);
    const none = await acme.owner.call('PATCH', '/tenant', { token_exchange_userinfo_url: null });
    expect([none.status, none.body.code]).toEqual([409, 'errors.tenant.last_sign_in']);
  });

  test('of a merge patch leaves the others as they are', async () => {
    const acme = await fresh();
    const merge = { 'content-type': 'application/merge-patch+json' };
    await registerPasskey(acme.owner, acme.tenantId);
    await set(acme, { password: false });
    expect((await set(acme, { sso: false }, merge)).body.sign_in).toEqual({
      password: false,
      passkey: true,
      sso: false,
    });
    expect((await set(acme, { passkey: false }, merge)).body.code).toBe('errors.tenant.last_sign_in');
  });

  test.each([
    [{ passwords: false }, 'sign_in.passwords'],
    [{ password: 'no' }, 'sign_in.password'],
    [{ sso: null }, 'sign_in.sso'],
  ])('%j is refused at its field', async (sign_in, path) => {
    const { status, body } = await set(await fresh(), sign_in);
    expect([status, body.errors[0].path]).toEqual([400, path]);
  });
});
