import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKeyScopes } from '../../../src/catalogue/permissions/permissions.js';
import type { Caller } from '../../fixtures/caller.js';
import { callerOf } from '../../fixtures/caller.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD } from '../../fixtures/tokens.js';
import { listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const keyOf = (scopes: readonly string[], more: object = {}) => acme.apiKey({ scopes, ...more });
const make = (by: Caller, body: object) => by.call('POST', '/api-keys', body);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('an API key with scopes', () => {
  test('shows them, and makes their calls alone', async () => {
    const created = await make(acme.owner, { name: 'Reader', scopes: ['user.list', 'tenant.read', 'user.list'] });
    expect(created.body.scopes).toEqual(['user.list', 'tenant.read']);
    const key = callerOf(tidings, created.body.api_key);
    const { api_keys } = (await acme.owner.mustCall('GET', '/api-keys')).body;
    expect(api_keys.at(-1)).toMatchObject({ key_id: created.body.key_id, scopes: ['user.list', 'tenant.read'] });
    expect((await key.call('GET', '/users')).status).toBe(200);
    expect((await key.call('GET', '/tenant')).status).toBe(200);
    for (const [method, path] of [
      ['GET', '/conversations'],
      ['GET', '/api-keys'],
      ['POST', '/api-keys'],
      ['PATCH', '/tenant'],
      ['DELETE', `/users/${acme.owner.id}`],
    ] as const) {
      const { status, body } = await key.call(method, path, method === 'GET' ? undefined : {});
      expect([method, path, status, body.code]).toEqual([method, path, 403, 'errors.forbidden']);
    }
  });

  test('keeps them when the service starts again', async () => {
    const first = await startTidings();
    const tenant = await createTenant(first, 'acme');
    const key = await tenant.apiKey({ scopes: ['user.list'] });
    const again = await first.again();
    expect((await key.at(again).call('GET', '/users')).status).toBe(200);
    expect((await key.at(again).call('GET', '/tenant')).status).toBe(403);
    await again.close();
  });

  test('subscribes only with the scope of the event feed', async () => {
    for (const [scopes, code] of [
      [['conversation.read', 'conversation.list'], 'errors.forbidden'],
      [['event.list'], undefined],
    ] as const) {
      const listener = await listenerOf(await keyOf(scopes));
      const answer = await listener.ask('SUBSCRIBE', { address: 'conversations' });
      expect(answer.error?.code).toBe(code);
      listener.close();
    }
  });

  test.each([[['nothing.at_all']], [['session.list']], [['auth.token']], [[]], ['user.list'], [[7]], [null]])(
    '%j is refused at its field',
    async (scopes) => {
      const { status, body } = await make(acme.owner, { scopes });
      expect([status, body.errors[0].path]).toEqual([400, 'scopes']);
    },
  );

  test('may be any call of the role API_KEY', async () => {
    expect((await make(acme.owner, { scopes: apiKeyScopes })).status).toBe(201);
  });
});

describe('an API key that makes API keys', () => {
  test('gives its own scopes or some of them, and no other', async () => {
    const key = await keyOf(['api-key.create', 'user.list']);
    const some = await make(key, { scopes: ['user.list'] });
    expect([some.status, some.body.scopes]).toEqual([201, ['user.list']]);
    expect((await make(key, {})).body.scopes).toEqual(['api-key.create', 'user.list']);
    for (const scopes of [['tenant.read'], ['user.list', 'tenant.read']]) {
      const { status, body } = await make(key, { scopes });
      expect([status, body.code, body.errors[0].path]).toEqual([403, 'errors.forbidden', 'scopes']);
    }
  });

  test('gives no later end than its own', async () => {
    const expires_at = inDays(2);
    const key = await acme.apiKey({ expires_at });
    expect((await make(key, { expires_at: inDays(1) })).status).toBe(201);
    expect((await make(key, {})).body.expires_at).toBe(expires_at);
    const { status, body } = await make(key, { expires_at: inDays(3) });
    expect([status, body.errors[0].path, body.errors[0].code]).toEqual([400, 'expires_at', 'errors.field.too_far']);
  });

  test('without bounds gives any', async () => {
    const { body } = await make(await acme.apiKey(), { scopes: ['user.list'], expires_at: inDays(1) });
    expect(body.scopes).toEqual(['user.list']);
    expect((await make(await acme.apiKey(), {})).body).not.toHaveProperty('scopes');
  });
});

describe('an API key that makes owners', () => {
  const owner = (name: string) => ({ email: `${name}@acme.example`, password: PASSWORD, role: 'OWNER' });

  test('makes none where the tenant has one', async () => {
    const key = await acme.apiKey();
    const { status, body } = await key.call('POST', '/users', owner('second'));
    expect([status, body.code, body.errors[0].path]).toEqual([403, 'errors.forbidden', 'role']);
    const { id } = await acme.user('ben');
    expect((await key.call('PATCH', `/users/${id}`, { role: 'OWNER' })).status).toBe(403);
    expect((await acme.owner.call('POST', '/users', owner('second'))).status).toBe(201);
  });

  test('makes the first of a tenant that a machine signed up; of ten at once, one', async () => {
    const main = await createTenant(tidings, 'pluto');
    const founder = await main.apiKey();
    const { body } = await founder.mustCall('POST', '/signup/machine', {
      tenant_name: 'Machine',
      tenant_subdomain: 'machine',
    });
    const key = callerOf(tidings, body.api_key);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => key.call('POST', '/users', owner(`owner-${n}`))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(403)]);
    const { users } = (await key.mustCall('GET', '/users')).body;
    expect(users.filter(({ role }: { role: string }) => role === 'OWNER')).toHaveLength(1);
  });
});
