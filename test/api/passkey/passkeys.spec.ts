import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import {
  ORIGIN,
  registerPasskey,
  registrationOptions,
  signInOptions,
  signInWithPasskey,
  verifyRegistration,
  verifySignIn,
  webauthnPath,
} from '../../fixtures/passkeys.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { claimsOf, refreshToken } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { Authenticator } from '../../support/authenticator.js';
import { requestedHead } from '../../support/given/tenant-log.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme', { signUp: { user_firstname: 'Olga', user_lastname: 'Ost' } });
});
afterAll(() => tidings.close());

const signIn = (authenticator: Authenticator) => signInWithPasskey(tidings, acme.tenantId, authenticator);

describe('a passkey', () => {
  test.each(['ES256', 'EdDSA', 'RS256'] as const)('with the algorithm %s signs its user in', async (key) => {
    const user = await acme.user(key.toLowerCase());
    const authenticator = await registerPasskey(user, acme.tenantId, new Authenticator({ key }));
    const { status, body, headers } = await signIn(authenticator);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(claimsOf(body.access_token)).toMatchObject({ sub: user.id, tenant_id: acme.tenantId, role: 'USER' });
    expect(claimsOf(body.id_token)).toMatchObject({ sub: user.id, email: user.email });
    expect((await tidings.call('GET', '/users/me', { token: body.access_token })).body.id).toBe(user.id);
    expect((await refreshToken(tidings, acme.tenantId, body.refresh_token)).status).toBe(200);
  });

  test('gives the same members as a password', async () => {
    const authenticator = await registerPasskey(acme.owner, acme.tenantId);
    const { access_token, id_token, refresh_token, ...rest } = (await signIn(authenticator)).body;
    expect([access_token, id_token, refresh_token]).toEqual(Array(3).fill(expect.any(String)));
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 900 });
  });

  test('begins a session, which the user sees and ends', async () => {
    const user = await acme.user('session');
    const authenticator = await registerPasskey(user, acme.tenantId);
    const { body: options } = await signInOptions(tidings, acme.tenantId);
    const response = authenticator.signIn(options, { origin: ORIGIN });
    const { body } = await tidings.call('POST', webauthnPath(acme.tenantId, 'authentication/verify'), {
      body: response,
      headers: { 'user-agent': 'Phone/1.0' },
    });
    const { sessions } = (await user.mustCall('GET', '/users/me/sessions')).body;
    const session = sessions.find(({ user_agent }: { user_agent?: string }) => user_agent === 'Phone/1.0');
    expect(session.id).toBe(claimsOf(body.access_token).sid);
    await user.mustCall('DELETE', `/users/me/sessions/${session.id}`);
    expect((await tidings.call('GET', '/users/me', { token: body.access_token })).status).toBe(401);
    expect((await signIn(authenticator)).status).toBe(200);
  });

  test('of several on one device, all sign in', async () => {
    const user = await acme.user('several');
    const devices = [await registerPasskey(user, acme.tenantId), await registerPasskey(user, acme.tenantId)];
    for (const device of devices) expect((await signIn(device)).status).toBe(200);
  });

  test('is for the user of an e-mail address where one is given', async () => {
    const user = await acme.user('bound');
    const authenticator = await registerPasskey(user, acme.tenantId);
    for (const [email, expected] of [
      [user.email.toUpperCase(), 200],
      ['olga@acme.example', 400],
      ['nobody@acme.example', 400],
    ] as const) {
      const { body: options } = await signInOptions(tidings, acme.tenantId, { email });
      const { status } = await verifySignIn(tidings, acme.tenantId, authenticator.signIn(options, { origin: ORIGIN }));
      expect([email, status]).toEqual([email, expected]);
    }
  });

  test('stays when the service starts anew', async () => {
    const data = await startTidings({ RATE_LIMITS: 'off' });
    const other = await createTenant(data, 'zeta');
    const authenticator = await registerPasskey(other.owner, other.tenantId, new Authenticator({ counts: true }));
    expect((await signInWithPasskey(data, other.tenantId, authenticator)).status).toBe(200);
    const again = await data.again();
    expect((await signInWithPasskey(again, other.tenantId, authenticator)).status).toBe(200);
    expect((await signInWithPasskey(again, other.tenantId, authenticator, { count: 1 })).status).toBe(400);
    await again.close();
  });
});

describe('the options', () => {
  test('to register are as @simplewebauthn/server makes them', async () => {
    const { status, body, headers } = await registrationOptions(acme.owner, acme.tenantId);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { hints: _, ...made } = await generateRegistrationOptions({
      rpName: 'Acme',
      rpID: 'localhost',
      userName: 'Olga@acme.example',
      userDisplayName: 'Olga Ost',
      userID: new TextEncoder().encode(acme.owner.id),
      challenge: Buffer.from(body.challenge, 'base64url'),
      timeout: 300_000,
      excludeCredentials: body.excludeCredentials,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: [-8, -7, -257],
    });
    expect(body).toEqual(JSON.parse(JSON.stringify(made)));
  });

  test('to register exclude the passkeys that the user has', async () => {
    const user = await acme.user('excluded');
    expect((await registrationOptions(user, acme.tenantId)).body.excludeCredentials).toEqual([]);
    await registerPasskey(user, acme.tenantId);
    const { body } = await registrationOptions(user, acme.tenantId);
    expect(body.excludeCredentials).toEqual([
      { id: expect.stringMatching(/^[\w-]{43}$/), type: 'public-key', transports: ['internal'] },
    ]);
    expect(body.user).toMatchObject({ name: user.email, displayName: user.email });
  });

  test('to sign in are as @simplewebauthn/server makes them, and name no credentials', async () => {
    const { status, body, headers } = await signInOptions(tidings, acme.tenantId, { email: 'olga@acme.example' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const challenge = Buffer.from(body.challenge, 'base64url');
    const wanted = { rpID: 'localhost', challenge, timeout: 300_000, userVerification: 'required' } as const;
    const made = await generateAuthenticationOptions(wanted);
    expect(body).toEqual(JSON.parse(JSON.stringify(made)));
  });

  test('store nothing, however often they are requested', async () => {
    const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
    const stored = async () => [
      await requestedHead(tidings),
      await operations.list(acme.tenantId, 'passkey-challenge', '', 1_000),
    ];
    const before = await stored();
    const challenges = await Promise.all(
      Array.from({ length: 50 }, async () => (await signInOptions(tidings, acme.tenantId)).body.challenge),
    );
    expect(new Set(challenges).size).toBe(50);
    expect(await stored()).toEqual(before);
  });

  test('and the ways to sign in tell that there are passkeys', async () => {
    const path = `/auth/${acme.tenantId}/options?email=`;
    const known = await tidings.call('GET', `${path}olga@acme.example`);
    expect(known.body).toEqual({ email: true, webauthn: true, oidc_providers: [] });
    expect((await tidings.call('GET', `${path}nobody@acme.example`)).body).toEqual(known.body);
  });
});

describe('the number of passkeys of a user', () => {
  test('is bounded, also where several are registered at once', async () => {
    const user = await acme.user('many');
    for (let n = 1; n < limits.passkeysPerUser; n++) await registerPasskey(user, acme.tenantId);
    const options = await Promise.all([1, 2, 3].map(() => registrationOptions(user, acme.tenantId)));
    const responses = options.map(({ body }) => new Authenticator().register(body, { origin: ORIGIN }));
    const answers = await Promise.all(responses.map((each) => verifyRegistration(user, acme.tenantId, each)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = await registrationOptions(user, acme.tenantId);
    expect([refused.status, refused.body.code]).toEqual([409, 'errors.passkey.too_many']);
  });

  test('counts a credential once', async () => {
    const user = await acme.user('twice');
    const authenticator = new Authenticator();
    const { body: options } = await registrationOptions(user, acme.tenantId);
    await verifyRegistration(user, acme.tenantId, authenticator.register(options, { origin: ORIGIN }));
    const { body: more } = await registrationOptions(user, acme.tenantId);
    const again = authenticator.registerAgain(more, { origin: ORIGIN });
    const { status, body } = await verifyRegistration(user, acme.tenantId, again);
    expect([status, body.code]).toEqual([409, 'errors.passkey.exists']);
  });
});
