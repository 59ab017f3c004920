import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD, refreshToken } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const patch = (id: string, body: object, by: Caller = acme.owner, headers = {}) =>
  by.call('PATCH', `/users/${id}`, body, headers);
const me = async ({ token }: Caller) => (await tidings.call('GET', '/users/me', { token })).status;

describe('a user', () => {
  test('is changed member by member, and an empty patch changes nothing', async () => {
    const ben = await acme.user('ben');
    const named = await patch(ben.id, { firstname: 'Ben', lastname: 'Berg' });
    expect([named.status, named.body.firstname, named.body.lastname]).toEqual([200, 'Ben', 'Berg']);
    expect((await acme.owner.call('GET', `/users/${ben.id}`)).body).toEqual(named.body);
    const same = await patch(ben.id, {});
    expect([same.body, same.headers.get('etag')]).toEqual([named.body, named.headers.get('etag')]);
    const cleared = await patch(ben.id, { lastname: null });
    expect([cleared.body.firstname, cleared.body.lastname]).toEqual(['Ben', undefined]);
    expect(await me(ben)).toBe(200);
  });

  test('changes their own names and nothing else, of nobody else', async () => {
    const carl = await acme.user('carl');
    expect((await patch(carl.id, { firstname: 'Carl', lastname: null }, carl)).status).toBe(200);
    for (const body of [{ role: 'OWNER' }, { email: 'c@acme.example' }, { firstname: 'C', role: 'USER' }])
      expect((await patch(carl.id, body, carl)).body.code).toBe('errors.forbidden');
    for (const id of [acme.owner.id, '0190a0a0-0000-7000-8000-000000000001'])
      expect((await patch(id, { firstname: 'X' }, carl)).status).toBe(403);
    expect((await acme.owner.call('GET', '/users/me')).body.firstname).toBeUndefined();
  });

  test('is changed by a machine, and not from another tenant', async () => {
    const dora = await acme.user('dora');
    expect((await patch(dora.id, { firstname: 'Dora' }, await acme.apiKey())).status).toBe(200);
    const other = await createTenant(tidings, 'other');
    expect((await patch(dora.id, { firstname: 'X' }, other.owner)).body.code).toBe('errors.user.not_found');
    expect((await patch('x', { firstname: 'X' })).status).toBe(404);
  });

  test('heeds If-Match', async () => {
    const emil = await acme.user('emil');
    const { headers } = await acme.owner.call('GET', `/users/${emil.id}`);
    const match = { 'if-match': headers.get('etag') ?? '' };
    expect((await patch(emil.id, { firstname: 'E' }, acme.owner, match)).status).toBe(200);
    expect((await patch(emil.id, { firstname: 'F' }, acme.owner, match)).status).toBe(412);
  });

  test.each([
    ['email', 'x', 'errors.field.format'],
    ['email', null, 'errors.field.null'],
    ['role', 'ADMIN', 'errors.field.choice'],
    ['role', null, 'errors.field.null'],
    ['firstname', '', 'errors.field.length'],
    ['password', PASSWORD, 'errors.field.unknown'],
    ['passwordHash', 'x', 'errors.field.unknown'],
    ['signInEpoch', 'x', 'errors.field.unknown'],
    ['tenant_id', 'x', 'errors.field.unknown'],
    ['id', 'x', 'errors.field.unknown'],
  ])('is not changed by %s %j', async (path, value, code) => {
    const { status, body } = await patch(acme.owner.id, { [path]: value });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path, code })]]);
  });
});

describe('a role that changes', () => {
  const refresh = async (token: string) => (await refreshToken(tidings, acme.tenantId, token)).body;

  test('ends the sessions of the user, also once it is the old role again', async () => {
    const gerda = await acme.user('gerda');
    expect((await patch(gerda.id, { role: 'OWNER' })).body.role).toBe('OWNER');
    expect(await me(gerda)).toBe(401);
    expect((await patch(gerda.id, { role: 'USER' })).body.role).toBe('USER');
    expect(await me(gerda)).toBe(401);
    expect((await refresh(gerda.refreshToken)).error).toBe('invalid_grant');
    expect(await me(await acme.signIn(gerda.email))).toBe(200);
  });

  test('to what it is ends nothing', async () => {
    const hans = await acme.user('hans');
    await patch(hans.id, { role: 'USER', firstname: 'Hans' });
    expect(await me(hans)).toBe(200);
    expect((await refresh(hans.refreshToken)).access_token).toBeDefined();
  });

  test('is not the last owner’s', async () => {
    const { owner, user } = await createTenant(tidings, 'last');
    const ida = await user('ida');
    const refused = await patch(owner.id, { role: 'USER' }, owner);
    expect([refused.status, refused.body.code]).toEqual([409, 'errors.user.last_owner']);
    await patch(ida.id, { role: 'OWNER' }, owner);
    expect((await patch(owner.id, { role: 'USER', firstname: 'Olga' }, owner)).body).toMatchObject({
      role: 'USER',
      firstname: 'Olga',
    });
    expect(await me(owner)).toBe(401);
  });

  test('of two owners who demote, promote and delete each other at once, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, user, apiKey } = await createTenant(tidings, `roles-${round}`);
      const second = await user('second', 'OWNER');
      const key = await apiKey();
      const roles = (['USER', 'OWNER', 'USER', 'OWNER', 'USER'] as const).flatMap((role) => [
        patch(owner.id, { role }, key),
        patch(second.id, { role }, key),
      ]);
      const gone = round % 2 === 0 ? [key.call('DELETE', `/users/${second.id}`)] : [];
      for (const { status } of await Promise.all([...roles, ...gone]))
        expect([200, 204, 403, 404, 409]).toContain(status);
      const { users } = (await key.mustCall('GET', '/users')).body;
      const owners = users.filter(({ role }: { role: string }) => role === 'OWNER');
      expect(owners.length).toBeGreaterThan(0);
      for (const { id } of owners.slice(1)) await key.mustCall('PATCH', `/users/${id}`, { role: 'USER' });
      expect((await patch(owners[0].id, { role: 'USER' }, key)).body.code).toBe('errors.user.last_owner');
      expect((await key.call('DELETE', `/users/${owners[0].id}`)).status).toBe(409);
    }
  });
});
