import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { OPERATIONAL_STORE } from '../../../src/ports/stores/operational-store.js';
import { type Caller, callerOf } from '../../fixtures/caller.js';
import { SUPPORT, TEAM } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

let tidings: Tidings;
let acme: Tenant;
let bert: Caller;
let path: string;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme', { types: [SUPPORT, TEAM] });
  bert = await acme.user('bert');
});
afterAll(() => closeAudited(tidings));

const carl = { kind: 'CLIENT', display_name: 'Carl' } as const;
let made = 0;
let named = 0;
const fresh = async (more = {}) => {
  ({ participants: path } = await acme.conversation(`c${++made}`, more));
};

describe('adding a participant', () => {
  test('answers whom it made, where they are and under which tag', async () => {
    await fresh();
    const body = {
      ...carl,
      id: 'k-1_',
      email: 'carl@example.org',
      phone_number: '+4930123456',
      preferred_language: 'de',
    };
    const answer = await acme.owner.call('POST', path, body);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v1${path}/k-1_`);
    expect(answer.headers.get('etag')).toMatch(/^"1\./);
    expect(answer.headers.get('tidings-position')).toMatch(/^p/);
    expect(answer.body).toEqual({
      ...body,
      tenant_id: acme.tenantId,
      conversation_id: `c${made}`,
      last_message_sequence_seen: 0,
      unread_messages_count: 0,
      created_at: expect.any(String),
      updated_at: answer.body.created_at,
    });
    expect((await acme.owner.call('GET', `${path}/k-1_`)).body).toEqual(answer.body);
  });
  test('gives a UUID of version 7 where no id is chosen', async () => {
    await fresh();
    const { body } = await acme.owner.call('POST', path, carl);
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
  });
  test.each([
    ['their first and last name', { firstname: 'Dora', lastname: 'Dahl' }, 'Dora Dahl'],
    ['the only name they have', { lastname: 'Dahl' }, 'Dahl'],
    ['what stands before the @', {}, 'n3.d'],
    ['the first 50 characters of it', { firstname: '𝔻'.repeat(60) }, '𝔻'.repeat(50)],
  ])('names a user by %s', async (_, names, expected) => {
    await fresh();
    const user = { email: `n${++named}.d@acme.example`, password: 'a quiet green river', ...names };
    const { id } = (await acme.owner.call('POST', '/users', user)).body;
    const { body } = await acme.owner.call('POST', path, { kind: 'USER', user_id: id });
    expect(body).toMatchObject({ kind: 'USER', user_id: id, display_name: expected });
  });
  test('takes a user once', async () => {
    await fresh();
    const wish = { kind: 'USER', user_id: bert.id };
    expect((await acme.owner.call('POST', path, wish)).status).toBe(201);
    const again = await acme.owner.call('POST', path, wish);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 'errors.participant.exists', errors: [{ path: 'user_id' }] });
  });
  test('of twenty at once who add the same user, one does', async () => {
    await fresh();
    const wish = { kind: 'USER', user_id: bert.id };
    const answers = await Promise.all(Array.from({ length: 20 }, () => acme.owner.call('POST', path, wish)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect((await acme.owner.call('GET', path)).body.total_elements).toBe(1);
  });
  test('goes on in an archived conversation', async () => {
    await fresh();
    await acme.owner.call('DELETE', `/conversations/c${made}`);
    expect((await acme.owner.call('POST', path, carl)).status).toBe(201);
  });
  test('needs a conversation', async () =>
    expect((await acme.owner.call('POST', '/conversations/nowhere/participants', carl)).body.code).toBe(
      'errors.conversation.not_found',
    ));
});

const user = (more = {}) => ({ kind: 'USER', user_id: bert.id, ...more });
const nobody = '01890000-0000-7000-8000-000000000000';
const wrong: readonly (readonly [string, () => Record<string, unknown>, string, string])[] = [
  ['a kind', () => ({}), 'kind', 'errors.field.required'],
  ['a kind that a caller may choose', () => ({ kind: 'SHARED', display_name: 'x' }), 'kind', 'errors.field.choice'],
  ['a kind that is one', () => ({ kind: 'NONE' }), 'kind', 'errors.field.choice'],
  ['no WORKFLOW', () => ({ kind: 'WORKFLOW', display_name: 'x' }), 'kind', 'errors.field.choice'],
  ['a user_id of a USER', () => ({ kind: 'USER' }), 'user_id', 'errors.field.required'],
  ['a user that exists', () => user({ user_id: nobody }), 'user_id', 'errors.field.reference'],
  ['no e-mail of a USER', () => user({ email: 'b@example.org' }), 'email', 'errors.field.refused'],
  ['no phone of a USER', () => user({ phone_number: '+4930123456' }), 'phone_number', 'errors.field.refused'],
  ['a name of a CLIENT', () => ({ kind: 'CLIENT' }), 'display_name', 'errors.field.required'],
  ['no user_id of a CLIENT', () => ({ ...carl, user_id: bert.id }), 'user_id', 'errors.field.refused'],
  ['a name with characters', () => ({ ...carl, display_name: '' }), 'display_name', 'errors.field.length'],
  ['a name of 50 at most', () => ({ ...carl, display_name: 'x'.repeat(51) }), 'display_name', 'errors.field.length'],
  ['a name that is text', () => ({ ...carl, display_name: 7 }), 'display_name', 'errors.field.type'],
  ['nothing null', () => ({ ...carl, email: null }), 'email', 'errors.field.null'],
  ['an e-mail address', () => ({ ...carl, email: 'carl' }), 'email', 'errors.field.format'],
  ['an E.164 number', () => ({ ...carl, phone_number: '030 123' }), 'phone_number', 'errors.field.format'],
  [
    'a language in lower case',
    () => ({ ...carl, preferred_language: 'EN' }),
    'preferred_language',
    'errors.field.choice',
  ],
  ['an id that may be chosen', () => ({ ...carl, id: '-k' }), 'id', 'errors.field.pattern'],
  ['an id of 50 at most', () => ({ ...carl, id: 'k'.repeat(51) }), 'id', 'errors.field.length'],
  ['nothing else', () => ({ ...carl, role: 'OWNER' }), 'role', 'errors.field.unknown'],
];

describe('a participant needs', () => {
  test.each(wrong)('%s', async (_, body, at, code) => {
    await fresh();
    for (const answer of [
      await acme.owner.call('POST', path, body()),
      ...(at === 'id' ? [] : [await acme.owner.call('PUT', `${path}/p`, body())]),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([expect.objectContaining({ path: at, code })]);
    }
    expect((await acme.owner.call('GET', path)).body.total_elements).toBe(0);
  });
  test('all that is wrong is told, with its place in a new conversation', async () => {
    const participants = [carl, { kind: 'CLIENT', user_id: bert.id }, user({ user_id: nobody, email: 'x@y.zz' })];
    const answer = await acme.owner.call('POST', '/conversations', {
      id: 'bad',
      conversation_type_id: 'support',
      participants,
    });
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([
      'participants.1.display_name',
      'participants.1.user_id',
      'participants.2.user_id',
      'participants.2.email',
    ]);
    expect((await acme.owner.call('GET', '/conversations/bad')).status).toBe(404);
  });
});

describe('the list', () => {
  test('is in the order of joining, and pages', async () => {
    await fresh();
    for (const id of ['z', 'y', 'x']) await acme.owner.call('POST', path, { ...carl, id });
    const first = (await acme.owner.call('GET', `${path}?limit=2`)).body;
    expect(first).toMatchObject({ has_more: true, total_elements: 3, limit: 2, offset: 0 });
    expect(first.participants.map(({ id }: { id: string }) => id)).toEqual(['z', 'y']);
    await acme.owner.call('DELETE', `${path}/y`);
    const rest = (await acme.owner.call('GET', `${path}?cursor=${first.next_cursor}`)).body;
    expect(rest).toMatchObject({ participants: [{ id: 'x' }], has_more: false, total_elements: 2, limit: 50 });
    expect(rest).not.toHaveProperty('next_cursor');
  });
  test.each(['limit=0', 'limit=1001', 'offset=-1', 'order=ASC', 'cursor=abc'])('refuses %s', async (query) =>
    expect((await acme.owner.call('GET', `${path}?${query}`)).status).toBe(400),
  );
  test('of an unknown conversation is none', async () =>
    expect((await acme.owner.call('GET', '/conversations/nowhere/participants')).status).toBe(404));
});

describe('the same request under the same Idempotency-Key', () => {
  const key = { 'idempotency-key': 'add-carl' };
  test('is answered as it was, and adds nobody', async () => {
    await fresh();
    const first = await acme.owner.call('POST', path, carl, key);
    const second = await acme.owner.call('POST', path, carl, key);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect((await acme.owner.call('GET', path)).body.total_elements).toBe(1);
  });
  test('adds nobody twice when the service died before it answered', async () => {
    await fresh({ conversation_type_id: 'team' });
    const first = await acme.owner.call('POST', path, user(), key);
    const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
    for (const entry of await operations.list<{ answer?: unknown }>(acme.tenantId, 'idempotency', '', 100)) {
      const { answer: _, ...unanswered } = entry.value;
      await operations.put(entry.key, unanswered, entry.due ? { due: entry.due } : {});
    }
    const again = await acme.owner.call('POST', path, user(), key);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await acme.owner.call('GET', path)).body.total_elements).toBe(2);
  });
});

describe('who may ask', () => {
  test('staff may do all, a client nothing of it, strangers learn nothing', async () => {
    await fresh();
    await acme.owner.call('POST', path, { ...carl, id: 'k' });
    await acme.owner.call('POST', path, { ...carl, id: 'l' });
    const client = await acme.client(`c${made}`, 'k');
    const other = await createTenant(tidings, 'other');
    const nothing = callerOf(tidings, 'nothing');
    const calls = [
      ['GET', path, undefined],
      ['POST', path, carl],
      ['PUT', `${path}/new`, carl],
      ['PATCH', `${path}/l`, { display_name: 'Lea' }],
      ['GET', `${path}/k/client-url`, undefined],
      ['DELETE', `${path}/l`, undefined],
    ] as const;
    for (const [method, target, body] of calls) {
      expect((await nothing.call(method, target, body)).status).toBe(401);
      expect((await client.call(method, target, body)).status).toBe(403);
      expect((await other.owner.call(method, target, body)).body.code).toBe('errors.conversation.not_found');
    }
    for (const staff of [bert, await acme.apiKey()]) {
      for (const [method, target, body] of calls.slice(0, 5))
        expect((await staff.call(method, target, body)).status).toBeLessThan(300);
      const { body } = await staff.call('POST', path, carl);
      expect((await staff.call('DELETE', `${path}/${body.id}`)).status).toBe(204);
    }
  });
  test('a user of another tenant cannot be named', async () => {
    await fresh();
    const other = await createTenant(tidings, 'third');
    const answer = await acme.owner.call('POST', path, { kind: 'USER', user_id: other.owner.id });
    expect(answer.body.errors).toMatchObject([{ path: 'user_id', code: 'errors.field.reference' }]);
  });
});
