import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const create = (body: object, headers: Record<string, string> = {}) =>
  tidings.call('POST', '/api-keys', { token: acme.owner.token, body, headers });
const list = async () => (await tidings.call('GET', '/api-keys', { token: acme.owner.token })).body.api_keys;
const useOf = (key: string) => tidings.call('GET', '/users', { headers: { 'x-api-key': key } });

describe('an API key', () => {
  test('is shown once and lets in by either header', async () => {
    const expires_at = '2090-01-01T00:00:00+01:00';
    const { status, headers, body } = await create({ name: 'Importer', expires_at });
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('location')).toBe(`/api/v1/api-keys/${body.key_id}`);
    expect(body).toEqual({
      key_id: expect.any(String),
      api_key: expect.stringMatching(/^tdg_[\w-]{92}$/),
      name: 'Importer',
      expires_at: '2089-12-31T23:00:00.000Z',
    });
    expect((await useOf(body.api_key)).status).toBe(200);
    expect((await tidings.call('GET', '/users', { token: body.api_key })).status).toBe(200);
    const listed = (await list()).find(({ key_id }: { key_id: string }) => key_id === body.key_id);
    expect(listed).toMatchObject({ name: 'Importer', expires_at: body.expires_at, created_at: expect.any(String) });
    expect(JSON.stringify(await list())).not.toContain(body.api_key.slice(60));
    expect(listed).not.toHaveProperty('digest');
  });

  test('answered again, it lacks its value', async () => {
    const first = await create({ name: 'Again' }, { 'idempotency-key': 'again' });
    const again = await create({ name: 'Again' }, { 'idempotency-key': 'again' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual({ key_id: first.body.key_id, name: 'Again' });
  });

  test('that has ended lets nobody in, and stays listed', async () => {
    const expires_at = new Date(Date.now() + 1_500).toISOString();
    const { body } = await create({ expires_at });
    expect((await useOf(body.api_key)).status).toBe(200);
    await expect
      .poll(async () => (await useOf(body.api_key)).body.code, { timeout: 5_000 })
      .toBe('errors.token.expired');
    expect(await list()).toContainEqual(expect.objectContaining({ key_id: body.key_id, expires_at }));
  });

  test('cannot end in the past', async () => {
    const { status, body } = await create({ expires_at: '2020-01-01T00:00:00Z' });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ path: 'expires_at', code: 'errors.field.past' })]);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ expires_at: null }, 'expires_at'],
    [{ key_id: 'x' }, 'key_id'],
  ])('%j is refused at its field', async (body, path) => {
    const refused = await create(body);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, path]);
  });

  test('is renamed, loses its name, and nothing else changes', async () => {
    const { id, token: key } = await acme.apiKey({ name: 'One' });
    const patch = (body: object, headers = {}) =>
      tidings.call('PATCH', `/api-keys/${id}`, { token: acme.owner.token, body, headers });
    const renamed = await patch({ name: 'Two' });
    expect(renamed).toMatchObject({ status: 200, body: { key_id: id, name: 'Two' } });
    expect((await patch({})).headers.get('etag')).toBe(renamed.headers.get('etag'));
    expect((await patch({ expires_at: '2090-01-01T00:00:00Z' })).status).toBe(400);
    expect((await patch({ name: 'x' }, { 'if-match': '"1.x"' })).status).toBe(412);
    expect((await patch({ name: null })).body).not.toHaveProperty('name');
    expect((await useOf(key)).status).toBe(200);
  });

  test('is dead once deleted', async () => {
    const { id, token: key } = await acme.apiKey();
    expect((await useOf(key)).status).toBe(200);
    const remove = () => tidings.call('DELETE', `/api-keys/${id}`, { token: acme.owner.token });
    expect((await remove()).status).toBe(204);
    expect((await useOf(key)).status).toBe(401);
    expect((await remove()).status).toBe(404);
  });

  test('says when it was last used', async () => {
    const { id, token: key } = await acme.apiKey();
    const lastUse = async () => (await list()).find(({ key_id }: { key_id: string }) => key_id === id).last_used_at;
    expect(await lastUse()).toBeUndefined();
    await useOf(key);
    await expect.poll(lastUse).toMatch(/^\d{4}-/);
  });

  test('of another tenant is not there', async () => {
    const other = await createTenant(tidings, 'other');
    const { id, token: key } = await other.apiKey();
    for (const method of ['PATCH', 'DELETE']) {
      const ask = { token: acme.owner.token, ...(method === 'PATCH' ? { body: {} } : {}) };
      expect((await tidings.call(method, `/api-keys/${id}`, ask)).body.code).toBe('errors.api_key.not_found');
    }
    expect((await tidings.call('GET', '/users', { token: key })).body.users).toHaveLength(1);
  });

  test('a user who is no owner has nothing to do with them', async () => {
    const { token } = await acme.user('ben');
    expect((await tidings.call('GET', '/api-keys', { token })).status).toBe(403);
    expect((await tidings.call('POST', '/api-keys', { token, body: {} })).status).toBe(403);
  });
});
