import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { RegisterPasskey } from '../../../src/modules/people/passkey/domain/passkey.commands.js';
import { passkeyDecider } from '../../../src/modules/people/passkey/domain/passkey.decider.js';
import type { Passkey } from '../../../src/modules/people/passkey/domain/passkey.events.js';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { callerOf } from '../../fixtures/caller.js';
import { moveUser } from '../../fixtures/emails.js';
import {
  ORIGIN,
  registerPasskey,
  registrationOptions,
  signInOptions,
  signInWithPasskey,
  verifySignIn,
} from '../../fixtures/passkeys.js';
import { tokenSentTo } from '../../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { refreshToken, signIn as signInWith } from '../../fixtures/tokens.js';
import { type Answer, startTidings, type Tidings } from '../../support/api.js';
import { commandMeta } from '../../support/given/given.js';

const NEW_PASSWORD = 'a quiet green sea';

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
    await expect.poll(() => typesOf(user.id)).toEqual(['PasskeyRegistered', 'PasskeyRemoved']);
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
    await moveUser(tidings, acme.tenantId, acme.owner, user.id, 'moved.on@acme.example');
    expectRefused(await signIn(authenticator.signIn(options, { origin: ORIGIN })));
  });

  test('who sets a password by a link has no session and no passkey any more', async () => {
    const user = await acme.user('forgetful');
    const authenticator = await registerPasskey(user, acme.tenantId);
    const before = (await signInWithPasskey(tidings, acme.tenantId, authenticator)).body;
    await setPassword(user.email);
    expectRefused(await signInWithPasskey(tidings, acme.tenantId, authenticator));
    expect((await tidings.call('GET', '/users/me', { token: before.access_token })).status).toBe(401);
    expect((await refreshToken(tidings, acme.tenantId, before.refresh_token)).body.error).toBe('invalid_grant');
    expect((await registrationOptions(user, acme.tenantId)).status).toBe(401);
    await expect.poll(() => typesOf(user.id)).toEqual(['PasskeyRegistered', 'PasskeyRemoved']);
  });

  test('who set a password by a link registers a passkey again, also after twenty of a thief', async () => {
    const user = await acme.user('robbed');
    for (let n = 0; n < limits.passkeysPerUser; n++) await registerPasskey(user, acme.tenantId);
    await setPassword(user.email);
    const { access_token: token } = (await signInWith(tidings, acme.tenantId, user.email, NEW_PASSWORD)).body;
    const again = callerOf(tidings, token);
    await expect.poll(async () => (await registrationOptions(again, acme.tenantId)).status).toBe(200);
    const authenticator = await registerPasskey(again, acme.tenantId);
    expect((await signInWithPasskey(tidings, acme.tenantId, authenticator)).status).toBe(200);
  });

  test('does not sign in by a passkey that was registered while the password was set', async () => {
    const user = await acme.user('hurried');
    const authenticator = await registerPasskey(user, acme.tenantId);
    const runner = tidings.app.get(CommandRunner);
    const [passkey] = await runner.peek(passkeyDecider, acme.tenantId, user.id);
    await setPassword(user.email);
    await expect.poll(() => typesOf(user.id)).toEqual(['PasskeyRegistered', 'PasskeyRemoved']);
    const meta = commandMeta({ tenantId: acme.tenantId, commandId: crypto.randomUUID() });
    const late = new RegisterPasskey(user.id, passkey as Passkey, meta);
    await runner.run(passkeyDecider, late);
    expect(await typesOf(user.id)).toHaveLength(3);
    expectRefused(await signInWithPasskey(tidings, acme.tenantId, authenticator));
  });

  test('who was deleted is not another with the same e-mail address', async () => {
    const user = await acme.user('again');
    const authenticator = await registerPasskey(user, acme.tenantId);
    await acme.owner.mustCall('DELETE', `/users/${user.id}`);
    await acme.user('again');
    expectRefused(await signInWithPasskey(tidings, acme.tenantId, authenticator));
  });
});

async function setPassword(email: string): Promise<void> {
  await tidings.call('POST', `/auth/${acme.tenantId}/password-reset`, { body: { email } });
  const body = { email, password: NEW_PASSWORD, token: await tokenSentTo(tidings, email) };
  expect((await tidings.call('POST', `/auth/${acme.tenantId}/password-reset/set`, { body })).status).toBe(204);
}

async function typesOf(userId: string): Promise<readonly string[]> {
  const stream = `passkeys-${acme.tenantId}_${userId}`;
  const events = await tidings.app.get<EventStore>(EVENT_STORE).readAll(0, 100_000);
  return events.filter((event) => event.stream === stream).map(({ type }) => type);
}
