import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, callerOf } from '../../fixtures/caller.js';
import { createTenant, signUpBody, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { mistyped } from '../../support/openapi/mistyped.js';

let tidings: Tidings;
let main: Tenant;
let key: Caller;
beforeAll(async () => {
  tidings = await startTidings({ MAIN_TENANTS: 'main' });
  main = await createTenant(tidings, 'main');
  key = await main.apiKey();
});
afterAll(() => tidings.close());

const body = (subdomain: string, more: object = {}) => ({
  tenant_name: 'Machine',
  tenant_subdomain: subdomain,
  ...more,
});
const signUp = (who: Caller, subdomain: string, more?: object, headers = {}) =>
  who.call('POST', '/signup/machine', body(subdomain, more), headers);
const keyOf = (text: string) => callerOf(tidings, '', '', { 'x-api-key': text });

describe('a machine sign-up', () => {
  test('gives no reserved subdomain', async () => {
    const { status, body } = await signUp(key, 'autodiscover');
    expect([status, body.errors[0].code]).toEqual([400, 'errors.field.reserved']);
  });

  test('makes a tenant without users, whose key creates the first owner', async () => {
    const { status, headers, body: made } = await signUp(key, 'first');
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
      201,
      '/api/v1/tenant',
      'no-store',
    ]);
    expect(made).toEqual({ tenant_id: expect.any(String), api_key: expect.stringMatching(/^tdg_/) });
    const own = keyOf(made.api_key);
    const tenant = (await own.mustCall('GET', '/tenant')).body;
    expect(tenant).toMatchObject({ id: made.tenant_id, name: 'Machine', tenant_creation_allowed: false });
    expect((await own.mustCall('GET', '/users')).body.users).toEqual([]);
    expect((await own.mustCall('GET', '/api-keys')).body.total_elements).toBe(1);
    const owner = { email: 'olga@acme.example', password: PASSWORD, role: 'OWNER' };
    const created = await own.mustCall('POST', '/users', owner);
    const { access_token: token } = (await signIn(tidings, made.tenant_id)).body;
    expect((await tidings.call('GET', '/users/me', { token })).body.id).toBe(created.body.id);
    expect((await own.call('DELETE', `/users/${created.body.id}`)).body.code).toBe('errors.user.last_owner');
    expect((await signUp(own, 'second')).status).toBe(403);
  });

  test('is for API keys of main tenants alone', async () => {
    const other = await createTenant(tidings, 'other');
    const { id } = await main.conversationWithClient('case');
    const refused = [main.owner, await main.user('anna'), await main.client(id), await other.apiKey(), other.owner];
    for (const who of refused) expect((await signUp(who, 'refused')).status).toBe(403);
    expect((await tidings.call('POST', '/signup/machine', { body: body('refused') })).status).toBe(401);
    expect((await signUp(keyOf(mistyped(key.token)), 'refused')).status).toBe(401);
    expect((await signUp(callerOf(tidings, key.token), 'refused')).status).toBe(201);
  });

  test('gives a subdomain once, also among those of people, also to the client app of another', async () => {
    expect((await signUp(key, 'taken')).status).toBe(201);
    for (const name of ['taken', 'taken-client', 'main', 'main-client']) {
      const again = await signUp(key, name);
      expect([again.status, again.body.code, again.body.errors[0].path]).toEqual([
        409,
        'errors.tenant.exists',
        'tenant_subdomain',
      ]);
    }
    expect((await tidings.call('POST', '/signup', { body: signUpBody('taken') })).status).toBe(409);
  });

  test('under the same Idempotency-Key gives the same tenant and key again', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await signUp(key, 'keyed', {}, headers);
    const again = await signUp(key, 'keyed', {}, headers);
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([201, 'true', first.body]);
    expect((await keyOf(again.body.api_key).call('GET', '/tenant')).status).toBe(200);
  });

  test('of twenty at once gives the subdomain to one', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => signUp(key, 'race')));
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  test.each([
    ['tenant_name', 'ab'],
    ['tenant_name', undefined],
    ['tenant_subdomain', 'Upper'],
    ['tenant_subdomain', undefined],
    ['user_email', 'olga@acme.example'],
    ['preferred_language', 'de'],
    ['tenant_creation_allowed', true],
  ])('refuses %s %j', async (path, value) => {
    const answer = await signUp(key, 'wrong', { [path]: value });
    expect([answer.status, answer.body.errors.map((each: { path: string }) => each.path)]).toEqual([400, [path]]);
  });
});

test('machine sign-ups are counted by client address too', async () => {
  const limited = await startTidings({ RATE_LIMITS: 'signup=3', MAIN_TENANTS: 'main' });
  const tenant = await createTenant(limited, 'main');
  const machine = await tenant.apiKey();
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await signUp(machine, `firm-${n}`)).status);
  expect(statuses).toEqual([201, 201, 429]);
  await limited.close();
});
