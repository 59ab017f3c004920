import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const create = (body: object, headers: Record<string, string> = {}) =>
  tidings.call('POST', '/users', { token: acme.owner.token, body, headers });
const remove = (id: string, token = acme.owner.token) => tidings.call('DELETE', `/users/${id}`, { token });

describe('creating a user', () => {
  test('a USER unless said, without the password in any answer', async () => {
    const made = await create({ email: 'Ben@acme.example', password: PASSWORD });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      tenant_id: acme.tenantId,
      email: 'Ben@acme.example',
      role: 'USER',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(made.headers.get('location')).toBe(`/api/v1/users/${made.body.id}`);
    const read = await tidings.call('GET', `/users/${made.body.id}`, { token: acme.owner.token });
    expect(read.body).toEqual(made.body);
    expect(read.headers.get('etag')).toBe(made.headers.get('etag'));
    expect((await signIn(tidings, acme.tenantId, 'BEN@acme.example')).status).toBe(200);
  });

  test('an e-mail is there once, whatever its case', async () => {
    await create({ email: 'carl@acme.example', password: PASSWORD });
    for (const email of ['carl@acme.example', 'CARL@ACME.example', 'olga@acme.EXAMPLE']) {
      const { status, body } = await create({ email, password: PASSWORD });
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'errors.user.exists', errors: [{ path: 'email' }] });
    }
  });

  test('of ten at once with one e-mail one is made', async () => {
    const asked = Array.from({ length: 10 }, () => create({ email: 'dora@acme.example', password: PASSWORD }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
  });

  test('the same key answers the same user', async () => {
    const body = { email: 'emil@acme.example', password: PASSWORD, role: 'OWNER' };
    const first = await create(body, { 'idempotency-key': 'emil' });
    const again = await create(body, { 'idempotency-key': 'emil' });
    expect(again.body).toEqual(first.body);
    expect((await create({ ...body, role: 'USER' }, { 'idempotency-key': 'emil' })).status).toBe(422);
    expect((await remove(first.body.id)).status).toBe(204);
  });

  const wrong: readonly [string, unknown, string][] = [
    ['email', undefined, 'errors.field.required'],
    ['email', 'x', 'errors.field.format'],
    ['password', null, 'errors.field.null'],
    ['password', 'short', 'errors.field.length'],
    ['password', 'password123', 'errors.field.too_common'],
    ['role', 'ADMIN', 'errors.field.choice'],
    ['role', 'API_KEY', 'errors.field.choice'],
    ['firstname', 'x'.repeat(101), 'errors.field.length'],
    ['lastname', '', 'errors.field.length'],
    ['id', 'x', 'errors.field.unknown'],
    ['passwordHash', 'x', 'errors.field.unknown'],
  ];
  test.each(wrong)('%s %j is %s', async (path, value, code) => {
    const { status, body } = await create({ email: 'wrong@acme.example', password: PASSWORD, [path]: value });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ path, code })]);
  });
});

describe('reading users', () => {
  test('a list in order of creation, in pages', async () => {
    const tenant = await createTenant(tidings, 'lists');
    for (const name of ['a', 'b', 'c']) await tenant.user(name);
    const list = (query = '') => tidings.call('GET', `/users${query}`, { token: tenant.owner.token });
    const all = (await list()).body;
    expect(all).toMatchObject({ has_more: false, total_elements: 4, limit: 50, offset: 0 });
    const emails = all.users.map(({ email }: { email: string }) => email);
    expect(emails).toEqual(['Olga@acme.example', 'a@acme.example', 'b@acme.example', 'c@acme.example']);
    const first = (await list('?limit=3')).body;
    const second = (await list(`?limit=3&cursor=${first.next_cursor}`)).body;
    expect([...first.users, ...second.users]).toEqual(all.users);
    expect((await list('?limit=0')).status).toBe(400);
    expect((await list('?role=USER')).status).toBe(400);
  });

  test('a user reads themself and others, but lists, makes and deletes none', async () => {
    const { id, token } = await acme.user('frida');
    const read = (path: string) => tidings.call('GET', path, { token });
    expect((await read('/users/me')).body.id).toBe(id);
    expect((await read(`/users/${acme.owner.id}`)).status).toBe(200);
    expect((await read('/users')).status).toBe(403);
    expect((await tidings.call('POST', '/users', { token, body: {} })).status).toBe(403);
    expect((await remove(acme.owner.id, token)).status).toBe(403);
  });

  test('a machine lists, makes and deletes, but is nobody itself', async () => {
    const { token: key } = await acme.apiKey();
    const asked = (method: string, path: string, body?: object) =>
      tidings.call(method, path, { token: key, ...(body ? { body } : {}) });
    const made = await asked('POST', '/users', { email: 'gerd@acme.example', password: PASSWORD });
    expect(made.status).toBe(201);
    expect((await asked('GET', '/users')).status).toBe(200);
    expect((await asked('GET', '/users/me')).status).toBe(403);
    expect((await asked('GET', `/users/${made.body.id}`)).status).toBe(403);
    expect((await asked('DELETE', `/users/${made.body.id}`)).status).toBe(204);
  });

  test('nobody is seen from another tenant', async () => {
    const other = await createTenant(tidings, 'other');
    const path = `/users/${acme.owner.id}`;
    expect((await tidings.call('GET', path, { token: other.owner.token })).body.code).toBe('errors.user.not_found');
    expect((await tidings.call('DELETE', path, { token: other.owner.token })).status).toBe(404);
    expect((await tidings.call('GET', '/users/me', { token: acme.owner.token })).status).toBe(200);
  });

  test.each(['x', '0190a0a0-0000-7000-8000-000000000001', '%00', '..%2Fme'])('%s is not there', async (id) =>
    expect((await tidings.call('GET', `/users/${id}`, { token: acme.owner.token })).status).toBe(404),
  );
});

describe('deleting a user', () => {
  test('frees the e-mail and ends all access', async () => {
    const user = await acme.user('hans');
    expect((await remove(user.id)).status).toBe(204);
    expect((await remove(user.id)).status).toBe(404);
    expect((await tidings.call('GET', '/users/me', { token: user.token })).status).toBe(401);
    const again = await create({ email: 'HANS@acme.example', password: PASSWORD });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(user.id);
  });

  test('heeds If-Match', async () => {
    const made = await create({ email: 'ida@acme.example', password: PASSWORD });
    const asked = (tag: string) =>
      tidings.call('DELETE', `/users/${made.body.id}`, { token: acme.owner.token, headers: { 'if-match': tag } });
    expect((await asked('"7.x"')).status).toBe(412);
    expect((await asked(made.headers.get('etag') ?? '')).status).toBe(204);
  });

  test('the last owner stays', async () => {
    const { status, body } = await remove(acme.owner.id);
    expect([status, body.code]).toEqual([409, 'errors.user.last_owner']);
  });

  test('of the two last owners, deleted at once by each other, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const tenant = await createTenant(tidings, `two-${round}`);
      const second = await tenant.user('second', 'OWNER');
      const answers = await Promise.all([
        remove(tenant.owner.id, second.token),
        remove(second.id, tenant.owner.token),
        remove(second.id, second.token),
        remove(tenant.owner.id, tenant.owner.token),
      ]);
      for (const { status } of answers) expect([204, 401, 404, 409]).toContain(status);
      expect(answers.filter(({ status }) => status === 204).length).toBeGreaterThan(0);
      const alive = [tenant.owner.token, second.token].map((token) => tidings.call('GET', '/users', { token }));
      const lists = (await Promise.all(alive)).filter(({ status }) => status === 200);
      expect(lists).toHaveLength(1);
      expect(lists[0]?.body).toMatchObject({ total_elements: 1, users: [{ role: 'OWNER' }] });
    }
  });
});
