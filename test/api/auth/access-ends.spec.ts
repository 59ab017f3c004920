import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { DAY, instant } from '../../../src/kernel/instant.js';
import { type User, user } from '../../../src/modules/people/user/domain/user.resource.js';
import { PASSWORDS, type Passwords } from '../../../src/ports/identity/passwords.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD, refreshToken, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { commandMeta } from '../../support/given/given.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());
afterEach(() => vi.useRealTimers());

const me = async (token: string) => (await tidings.call('GET', '/users/me', { token })).status;
const refresh = (token: string) => refreshToken(tidings, acme.tenantId, token);

/** As the calls of a later issue will. */
const change = (id: string, patch: Partial<User>) =>
  tidings.app
    .get(CommandRunner)
    .run(
      user.decider,
      new user.Change(
        id,
        { patch },
        commandMeta({ tenantId: acme.tenantId, at: instant(Date.now()), commandId: systemIds.next() }),
      ),
    );

describe('access ends at once', () => {
  test('with another password, everywhere', async () => {
    const ben = await acme.user('ben');
    const whom = { tenantId: acme.tenantId, client: '192.0.2.1' };
    const passwordHash = await tidings.app.get<Passwords>(PASSWORDS).hash(whom, 'a quiet green sea');
    await change(ben.id, { passwordHash });
    expect(await me(ben.token)).toBe(401);
    expect((await refresh(ben.refreshToken)).body.error).toBe('invalid_grant');
    expect((await signIn(tidings, acme.tenantId, ben.email, PASSWORD)).body.error).toBe('invalid_grant');
    const anew = await signIn(tidings, acme.tenantId, ben.email, 'a quiet green sea');
    expect(await me(anew.body.access_token)).toBe(200);
  });

  test('with another role, everywhere', async () => {
    const carl = await acme.user('carl');
    await acme.owner.mustCall('PATCH', `/users/${carl.id}`, { role: 'OWNER' });
    expect(await me(carl.token)).toBe(401);
    expect((await refresh(carl.refreshToken)).body.error).toBe('invalid_grant');
    const { token } = await acme.signIn(carl.email);
    expect((await tidings.call('GET', '/users', { token })).status).toBe(200);
  });

  test('not with another name', async () => {
    const dora = await acme.user('dora');
    await change(dora.id, { firstname: 'Dora' });
    expect(await me(dora.token)).toBe(200);
  });
});

describe('a sign-in', () => {
  const goes = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

  test('ends after fourteen days without use', async () => {
    const { body } = await signIn(tidings, acme.tenantId);
    const other = (await signIn(tidings, acme.tenantId)).body;
    goes(14 * DAY - 60_000);
    const used = await refresh(body.refresh_token);
    expect(used.status).toBe(200);
    goes(120_000);
    expect((await refresh(other.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(used.body.refresh_token)).status).toBe(200);
  });

  test('ends after sixty days, however much it is used', async () => {
    let { refresh_token } = (await signIn(tidings, acme.tenantId)).body;
    for (let day = 10; day < 60; day += 10) {
      goes(10 * DAY - 1_000);
      const next = await refresh(refresh_token);
      expect(next.status).toBe(200);
      refresh_token = next.body.refresh_token;
    }
    goes(10 * DAY + 10_000);
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant');
  });

  test('an access token ends after a quarter of an hour', async () => {
    const { access_token } = (await signIn(tidings, acme.tenantId)).body;
    goes(890_000);
    expect(await me(access_token)).toBe(200);
    goes(20_000);
    expect((await tidings.call('GET', '/users/me', { token: access_token })).body.code).toBe('errors.token.expired');
  });
});
