import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { SUPPORT } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const path = (id: string) => `/users/${id}/preferences`;
const both = { preferred_conversation_type_id: SUPPORT.id, preferred_language: 'DE' };

test('are not there before, are created once, and replaced whole', async () => {
  const ben = await acme.user('ben');
  expect((await ben.call('GET', path(ben.id))).body.code).toBe('errors.user_preference.not_found');
  const made = await ben.call('POST', path(ben.id), both);
  expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1${path(ben.id)}`]);
  expect(made.body).toEqual({
    user_id: ben.id,
    ...both,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect((await ben.call('POST', path(ben.id), both)).body.code).toBe('errors.user_preference.exists');
  const replaced = await ben.call('PUT', path(ben.id), { preferred_language: 'EN' });
  expect([replaced.status, replaced.headers.get('location')]).toEqual([200, null]);
  expect(replaced.body).toMatchObject({ preferred_language: 'EN', created_at: made.body.created_at });
  expect(replaced.body.preferred_conversation_type_id).toBeUndefined();
  const read = await ben.call('GET', path(ben.id));
  expect([read.body, read.headers.get('etag')]).toEqual([replaced.body, replaced.headers.get('etag')]);
});

test('are created by PUT too, which heeds If-Match', async () => {
  const { id } = await acme.user('carl');
  const put = (headers: Record<string, string> = {}) => acme.owner.call('PUT', path(id), both, headers);
  expect((await put({ 'if-match': '*' })).status).toBe(412);
  expect((await put()).status).toBe(201);
  expect((await put({ 'if-match': '"9.x"' })).status).toBe(412);
  expect((await put({ 'if-match': '*' })).status).toBe(200);
});

test('are created once of ten at once', async () => {
  const { id } = await acme.user('dora');
  const answers = await Promise.all(Array.from({ length: 10 }, () => acme.owner.call('POST', path(id), {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
});

test.each([
  [{ preferred_language: 'de' }, 'preferred_language', 'errors.field.choice'],
  [{ preferred_language: null }, 'preferred_language', 'errors.field.null'],
  [{ preferred_conversation_type_id: 'unknown' }, 'preferred_conversation_type_id', 'errors.field.reference'],
  [{ preferred_conversation_type_id: '-x' }, 'preferred_conversation_type_id', 'errors.field.pattern'],
  [{ user_id: 'x' }, 'user_id', 'errors.field.unknown'],
])('%j is refused', async (body, at, code) => {
  for (const method of ['PUT', 'POST']) {
    const answer = await acme.owner.call(method, path(acme.owner.id), body);
    expect([answer.status, answer.body.errors]).toEqual([400, [expect.objectContaining({ path: at, code })]]);
  }
});

test('are the user’s own, an owner’s and a machine’s business, in their tenant alone', async () => {
  const [emil, frida, key] = [await acme.user('emil'), await acme.user('frida'), await acme.apiKey()];
  await frida.mustCall('POST', path(frida.id), both);
  const statuses = async (caller: Caller, id: string) =>
    Promise.all(
      ['GET', 'PUT', 'POST'].map(async (m) => (await caller.call(m, path(id), m === 'GET' ? undefined : {})).status),
    );
  expect(await statuses(emil, frida.id)).toEqual([403, 403, 403]);
  expect(await statuses(emil, '0190a0a0-0000-7000-8000-000000000001')).toEqual([403, 403, 403]);
  expect(await statuses(key, frida.id)).toEqual([200, 200, 409]);
  expect(await statuses(acme.owner, frida.id)).toEqual([200, 200, 409]);
  const other = await createTenant(tidings, 'other', { types: [{ ...SUPPORT, id: 'foreign' }] });
  expect(await statuses(other.owner, frida.id)).toEqual([404, 404, 404]);
  const foreign = await acme.owner.call('PUT', path(frida.id), { preferred_conversation_type_id: 'foreign' });
  expect(foreign.body.errors[0]).toMatchObject({ code: 'errors.field.reference' });
});

test('go with the user', async () => {
  const gerd = await acme.user('gerd');
  await gerd.mustCall('POST', path(gerd.id), both);
  await acme.owner.mustCall('DELETE', `/users/${gerd.id}`);
  expect((await acme.owner.call('GET', path(gerd.id))).body.code).toBe('errors.user.not_found');
  expect((await acme.owner.call('PUT', path(gerd.id), both)).status).toBe(404);
});
