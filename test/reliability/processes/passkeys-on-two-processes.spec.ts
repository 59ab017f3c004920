import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ORIGIN,
  registerPasskey,
  registrationOptions,
  signInOptions,
  verifyRegistration,
  verifySignIn,
} from '../../fixtures/passkeys.js';
import { tokenSentTo } from '../../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { Authenticator } from '../../support/authenticator.js';
import { type SharedMember, type SharedService, sharedService } from '../../support/given/shared-log.js';

const TIMES = 8;

let service: SharedService;
let one: SharedMember;
let other: SharedMember;
let acme: Tenant;
beforeAll(async () => {
  service = sharedService();
  one = await service.start(['api', 'projector', 'effects']);
  other = await service.start(['api']);
  acme = await createTenant(one, 'acme');
});
afterAll(() => service.close());

const once = ['200', '400'];
const statuses = async (answers: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => `${status}`).sort();

describe('on two processes', () => {
  test('a passkey registered at one signs in at the other at once', async () => {
    const user = await acme.user('ben');
    const { body: options } = await registrationOptions(user, acme.tenantId);
    const authenticator = new Authenticator();
    const response = authenticator.register(options, { origin: ORIGIN });
    expect((await verifyRegistration(user.at(other), acme.tenantId, response)).status).toBe(200);
    const { body: begun } = await signInOptions(other, acme.tenantId);
    const answer = await verifySignIn(one, acme.tenantId, authenticator.signIn(begun, { origin: ORIGIN }));
    expect(answer.status).toBe(200);
    expect((await other.call('GET', '/users/me', { token: answer.body.access_token })).status).toBe(200);
  });

  test('a challenge is used once', async () => {
    const authenticator = await registerPasskey(await acme.user('carla'), acme.tenantId);
    for (let n = 0; n < TIMES; n++) {
      const { body: options } = await signInOptions(one, acme.tenantId);
      const response = authenticator.signIn(options, { origin: ORIGIN });
      const answers = [one, other].map((each) => verifySignIn(each, acme.tenantId, response));
      expect(await statuses(answers)).toEqual(once);
    }
  });

  test('a count is good for one sign-in', async () => {
    const authenticator = await registerPasskey(
      await acme.user('dora'),
      acme.tenantId,
      new Authenticator({ counts: true }),
    );
    for (let n = 1; n <= TIMES; n++) {
      const answers = [one, other].map(async (each) => {
        const { body: options } = await signInOptions(each, acme.tenantId);
        return verifySignIn(each, acme.tenantId, authenticator.signIn(options, { origin: ORIGIN, count: n + 1 }));
      });
      expect(await statuses(answers)).toEqual(once);
    }
  });

  test('a user has twenty passkeys at most', async () => {
    const user = await acme.user('emma');
    for (let n = 0; n < 19; n++) await registerPasskey(user, acme.tenantId);
    const { body: options } = await registrationOptions(user, acme.tenantId);
    const { body: others } = await registrationOptions(user.at(other), acme.tenantId);
    const answers = [
      verifyRegistration(user, acme.tenantId, new Authenticator().register(options, { origin: ORIGIN })),
      verifyRegistration(user.at(other), acme.tenantId, new Authenticator().register(others, { origin: ORIGIN })),
    ];
    expect(await statuses(answers)).toEqual(['200', '409']);
  });

  test('a password that is set at one ends passkeys at both, and a stolen token registers none', async () => {
    const user = await acme.user('gabi');
    const authenticator = await registerPasskey(user, acme.tenantId);
    const thief = user.at(other);
    await one.call('POST', `/auth/${acme.tenantId}/password-reset`, { body: { email: user.email } });
    const body = { email: user.email, password: 'a quiet green sea', token: await tokenSentTo(one, user.email) };
    const { body: options } = await registrationOptions(thief, acme.tenantId);
    expect((await one.call('POST', `/auth/${acme.tenantId}/password-reset/set`, { body })).status).toBe(204);
    const stolen = new Authenticator().register(options, { origin: ORIGIN });
    expect((await verifyRegistration(thief, acme.tenantId, stolen)).status).toBe(401);
    const begun = await Promise.all([one, other].map((each) => signInOptions(each, acme.tenantId)));
    const answers = begun.map(({ body: asked }, n) =>
      verifySignIn(n === 0 ? one : other, acme.tenantId, authenticator.signIn(asked, { origin: ORIGIN })),
    );
    expect(await statuses(answers)).toEqual(['400', '400']);
  });

  test('a user deleted at one signs in at neither', async () => {
    const user = await acme.user('fritz');
    const authenticator = await registerPasskey(user, acme.tenantId);
    const options = await Promise.all([one, other].map((each) => signInOptions(each, acme.tenantId)));
    await acme.owner.mustCall('DELETE', `/users/${user.id}`);
    const answers = options.map(({ body }, n) =>
      verifySignIn(n === 0 ? one : other, acme.tenantId, authenticator.signIn(body, { origin: ORIGIN })),
    );
    expect(await statuses(answers)).toEqual(['400', '400']);
  });
});
