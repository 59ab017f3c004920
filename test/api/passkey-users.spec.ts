import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EVENT_STORE, type EventStore } from '../../src/ports/event-store.js';
import { ORIGIN, registerPasskey, signInOptions, signInWithPasskey, verifySignIn } from '../fixtures/passkeys.js';
import { tokenSentTo } from '../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { refreshToken } from '../fixtures/tokens.js';
import { type Answer, startTidings, type Tidings } from '../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const signIn = (response: object) => verifySignIn(tidings, acme.tenantId, response);
const begin = async () => (await signInOptions(tidings, acme.tenantId)).body;

const expectRefused = ({ status, body }: Answer) =>
  expect([status, body.code]).toEqual([400, 'errors.passkey.invalid']);

describe('a user', () => {
  test('who is deleted signs in no more, and leaves no passkeys', async () => {
    const user = await acme.user('gone');
    const authenticator = await registerPasskey(user, acme.tenantId);
    const options = await begin();
    await acme.owner.mustCall('DELETE', `/users/${user.id}`);
    expectRefused(await signIn(authenticator.signIn(options, { origin: ORIGIN })));
    await vi.waitFor(async () => expect(await typesOf(user.id)).toEqual(['PasskeyRegistered', 'PasskeyRemoved']));
  });

  test('who got another role signs in with that one', async () => {
    const user = await acme.user('risen');
    const authenticator = await registerPasskey(user, acme.tenantId);
    const before = (await signInWithPasskey(tidings, acme.tenantId, authenticator)).body.access_token;
    await acme.owner.mustCall('PATCH', `/users/${user.id}`, { role: 'OWNER' });
    expect((await tidings.call('GET', '/users', { token: before })).status).toBe(401);
    const after = (await signInWithPasskey(tidings, acme.tenantId, authenticator)).body.access_token;
    expect((await tidings.call('GET', '/users', { token: after })).status).toBe(200);
  });

  test('is not reached by a challenge for a former e-mail address', async () => {
    const user = await acme.user('moved');
    const authenticator = await registerPasskey(user, acme.tenantId);
    const { body: options } = await signInOptions(tidings, acme.tenantId, { email: user.email });
    await acme.owner.mustCall('PATCH', `/users/${user.id}`, { email: 'moved.on@acme.example' });
    expectRefused(await signIn(authenticator.signIn(options, { origin: ORIGIN })));
  });

  test('whose password changed has no session any more, and signs in with the passkey', async () => {
    const user = await acme.user('forgetful');
    const authenticator = await registerPasskey(user, acme.tenantId);
    const before = (await signInWithPasskey(tidings, acme.tenantId, authenticator)).body;
    await tidings.call('POST', `/auth/${acme.tenantId}/password-reset`, { body: { email: user.email } });
    const token = await tokenSentTo(tidings, user.email);
    const body = { email: user.email, password: 'a quiet green sea', token };
    expect((await tidings.call('POST', `/auth/${acme.tenantId}/password-reset/set`, { body })).status).toBe(204);
    expect((await tidings.call('GET', '/users/me', { token: before.access_token })).status).toBe(401);
    expect((await refreshToken(tidings, acme.tenantId, before.refresh_token)).body.error).toBe('invalid_grant');
    expect((await signInWithPasskey(tidings, acme.tenantId, authenticator)).status).toBe(200);
  });

  test('who was deleted is not another with the same e-mail address', async () => {
    const user = await acme.user('again');
    const authenticator = await registerPasskey(user, acme.tenantId);
    await acme.owner.mustCall('DELETE', `/users/${user.id}`);
    await acme.user('again');
    expectRefused(await signInWithPasskey(tidings, acme.tenantId, authenticator));
  });
});

async function typesOf(userId: string): Promise<readonly string[]> {
  const stream = `passkeys-${acme.tenantId}_${userId}`;
  const events = await tidings.app.get<EventStore>(EVENT_STORE).readAll(0, 100_000);
  return events.filter((event) => event.stream === stream).map(({ type }) => type);
}
