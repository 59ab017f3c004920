import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postMessage } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings({ CONVERSATION_DATA_MAX_CHARS: '200000' });
  acme = await createTenant(tidings, 'acme');
  await acme.owner.call('POST', '/conversation-types', {
    id: 'case',
    conversation_data_list_item_template: '{{ customer.name }} {{conversation_id}} {{ conversation_unread_count }}',
    client_app_header_template: '<h1>{{ customer.name }}</h1>',
    conversation_data_schema: {
      type: 'object',
      properties: {
        customer: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        blob: { type: 'string' },
        items: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
      },
      additionalProperties: false,
    },
  });
});
afterAll(() => closeAudited(tidings));

const data = { customer: { name: 'Grace' } };
const open = (id: string, more: object = {}) =>
  acme.owner.call('POST', '/conversations', { id, conversation_type_id: 'case', ...more });
const fieldErrors = (body: { errors?: { path: string; code: string }[] }) =>
  body.errors?.map(({ path, code }) => `${path} ${code}`);

describe('opening a conversation', () => {
  test('answers it, where it is, its tag and its position', async () => {
    const { status, headers, body } = await open('open-1', { description: 'd', conversation_data: data });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe('/api/v1/conversations/open-1');
    expect(headers.get('etag')).toMatch(/^"1\.[\w-]+"$/);
    expect(headers.get('tidings-position')).toMatch(/^p/);
    expect(body).toMatchObject({
      id: 'open-1',
      tenant_id: acme.tenantId,
      archived: false,
      conversation_type_id: 'case',
      labels: [],
    });
    expect(body).not.toHaveProperty('conversation_data');
    expect(body).not.toHaveProperty('participants');
  });
  test('an id is taken once', async () => {
    await open('open-2');
    const again = await open('open-2');
    expect([again.status, again.body.code]).toEqual([409, 'errors.conversation.exists']);
  });
  test('of twenty at once one opens it', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => open('open-3')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });
  test('the type must exist', async () => {
    const { status, body } = await acme.owner.call('POST', '/conversations', { id: 'x', conversation_type_id: 'nope' });
    expect(status).toBe(400);
    expect(fieldErrors(body)).toEqual(['conversation_type_id errors.field.reference']);
  });
  test('a foreign tenant’s type does not exist', async () => {
    const other = await createTenant(tidings, 'other');
    const { status } = await other.owner.call('POST', '/conversations', { id: 'x', conversation_type_id: 'case' });
    expect(status).toBe(400);
  });
  test('with participants and includes', async () => {
    const participants = [
      { kind: 'CLIENT', id: 'carl', display_name: 'Carl' },
      { kind: 'USER', user_id: acme.owner.id },
    ];
    const made = await acme.owner.call('POST', '/conversations?includes=PARTICIPANTS,CONVERSATION_TYPE', {
      id: 'open-4',
      conversation_type_id: 'case',
      participants,
    });
    expect(made.status).toBe(201);
    expect(made.body.participants.map((p: { kind: string }) => p.kind)).toEqual(['CLIENT', 'USER']);
    expect(made.body.conversation_type.id).toBe('case');
  });
  test('nothing is opened when a participant is wrong', async () => {
    const wrong = await open('open-5', { participants: [{ kind: 'CLIENT', display_name: '' }] });
    expect(fieldErrors(wrong.body)).toEqual(['participants.0.display_name errors.field.length']);
    expect((await acme.owner.call('GET', '/conversations/open-5')).status).toBe(404);
  });
});

describe('conversation_data', () => {
  test('must meet the schema, with the exact path', async () => {
    const { status, body } = await open('data-1', {
      conversation_data: { customer: {}, items: [{ n: 1 }, { n: 'x' }], extra: 1 },
    });
    expect(status).toBe(400);
    expect(body.errors.map((e: { path: string }) => e.path).sort()).toEqual([
      'conversation_data.customer.name',
      'conversation_data.extra',
      'conversation_data.items.1.n',
    ]);
  });
  test('come back whole, replaced whole, cleared', async () => {
    await open('data-2', { conversation_data: data });
    const read = () => acme.owner.call('GET', '/conversations/data-2?includes=CONVERSATION_DATA');
    expect((await read()).body.conversation_data).toEqual(data);
    const next = { items: [{ n: 1 }], customer: { name: 'Ada \u{1F600}' } };
    expect((await acme.owner.call('PATCH', '/conversations/data-2', { conversation_data: next })).status).toBe(200);
    expect((await read()).body.conversation_data).toEqual(next);
    await acme.owner.call('PATCH', '/conversations/data-2', { conversation_data: null });
    expect((await read()).body).not.toHaveProperty('conversation_data');
  });
  test('large ones are kept as blobs and are searched all the same', async () => {
    const large = { customer: { name: 'Zyxwv' }, blob: 'x'.repeat(150_000) };
    expect((await open('data-3', { conversation_data: large })).status).toBe(201);
    expect(
      (await acme.owner.call('GET', '/conversations/data-3?includes=CONVERSATION_DATA')).body.conversation_data,
    ).toEqual(large);
    expect(
      (await acme.owner.call('GET', '/conversations?search=zyxw')).body.conversations.map((c: { id: string }) => c.id),
    ).toEqual(['data-3']);
  });
  test('have the deployment’s limit', async () => {
    const { status, body } = await open('data-4', { conversation_data: { blob: 'x'.repeat(200_000) } });
    expect([status, fieldErrors(body)]).toEqual([400, ['conversation_data errors.field.too_long']]);
    expect((await open('data-5', { conversation_data: { blob: 'x'.repeat(300_000) } })).status).toBe(413);
  });
  test('template data are the placeholders’ values', async () => {
    await open('data-6', { conversation_data: data });
    const { body } = await acme.owner.call(
      'GET',
      '/conversations/data-6?includes=LIST_ITEM_TEMPLATE_DATA&includes=CLIENT_HEADER_TEMPLATE_DATA',
    );
    expect(body.template_data).toEqual({
      list_item_template: { 'customer.name': 'Grace', conversation_id: 'data-6', conversation_unread_count: 0 },
      client_header_template: { 'customer.name': 'Grace' },
    });
  });
});

describe('changing a conversation', () => {
  test('an empty patch changes nothing, not even the tag', async () => {
    const before = await open('change-1');
    const after = await acme.owner.call('PATCH', '/conversations/change-1', {});
    expect([after.status, after.headers.get('etag')]).toEqual([200, before.headers.get('etag')]);
  });
  test('a stale If-Match is refused and changes nothing', async () => {
    const { headers } = await open('change-2');
    const tag = { 'if-match': headers.get('etag') ?? '' };
    expect((await acme.owner.call('PATCH', '/conversations/change-2', { description: 'a' }, tag)).status).toBe(200);
    const stale = await acme.owner.call('PATCH', '/conversations/change-2', { description: 'b' }, tag);
    expect([stale.status, stale.body.code]).toEqual([412, 'errors.precondition.failed']);
    expect((await acme.owner.call('GET', '/conversations/change-2')).body.description).toBe('a');
  });
  test('messages do not move the revision, so If-Match still holds', async () => {
    const { headers } = await open('change-3');
    await postMessage(acme.owner, 'change-3');
    const tag = { 'if-match': headers.get('etag') ?? '' };
    expect((await acme.owner.call('PATCH', '/conversations/change-3', { description: 'a' }, tag)).status).toBe(200);
  });
  test('the body’s id must be the path’s', async () => {
    await open('change-4');
    const { status, body } = await acme.owner.call('PATCH', '/conversations/change-4', { id: 'other' });
    expect([status, fieldErrors(body)]).toEqual([400, ['id errors.field.mismatch']]);
  });
  test('archived goes by DELETE and comes back by PATCH', async () => {
    await open('change-5');
    const set = await acme.owner.call('PATCH', '/conversations/change-5', { archived: true });
    expect([set.status, fieldErrors(set.body)]).toEqual([400, ['archived errors.field.refused']]);
    expect((await acme.owner.call('DELETE', '/conversations/change-5')).status).toBe(204);
    expect((await acme.owner.call('DELETE', '/conversations/change-5')).status).toBe(204);
    expect((await acme.owner.call('GET', '/conversations/change-5')).body.archived).toBe(true);
    expect((await postMessage(acme.owner, 'change-5')).body.code).toBe('errors.conversation.archived');
    expect((await acme.owner.call('PATCH', '/conversations/change-5', { archived: false })).body.archived).toBe(false);
  });
  test('unknown ones are 404', async () => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, body } = await acme.owner.call(
        method,
        '/conversations/nope',
        method === 'PATCH' ? {} : undefined,
      );
      expect([status, body.code]).toEqual([404, 'errors.conversation.not_found']);
    }
  });
});

describe('replacing a conversation', () => {
  const put = (id: string, body: object, headers?: Record<string, string>) =>
    acme.owner.call('PUT', `/conversations/${id}`, { conversation_type_id: 'case', ...body }, headers);
  test('creates with 201, replaces with 200', async () => {
    expect((await put('put-1', { description: 'a' })).status).toBe(201);
    const replaced = await put('put-1', {});
    expect(replaced.status).toBe(200);
    expect(replaced.body).not.toHaveProperty('description');
  });
  test('an import may be archived; an existing one may not become so', async () => {
    expect((await put('put-2', { archived: true })).body.archived).toBe(true);
    expect((await put('put-2', {})).body.archived).toBe(true);
    expect((await put('put-2', { archived: false })).body.archived).toBe(false);
    expect((await put('put-2', { archived: true })).status).toBe(400);
  });
  test('If-Match on what is not there is 412', async () => {
    expect((await put('put-3', {}, { 'if-match': '*' })).status).toBe(412);
    expect((await acme.owner.call('GET', '/conversations/put-3')).status).toBe(404);
  });
  test('listed participants are created or replaced, others stay', async () => {
    const carl = { id: 'carl', kind: 'CLIENT', display_name: 'Carl' };
    await put('put-4', { participants: [carl, { id: 'dora', kind: 'CLIENT', display_name: 'Dora' }] });
    await put('put-4', { participants: [{ ...carl, display_name: 'Karl' }] });
    const { body } = await acme.owner.call('GET', '/conversations/put-4/participants');
    expect(body.participants.map((p: { display_name: string }) => p.display_name)).toEqual(['Karl', 'Dora']);
  });
  test('a participant without id and user_id could not be repeated', async () => {
    const { body } = await put('put-5', { participants: [{ kind: 'CLIENT', display_name: 'x' }] });
    expect(fieldErrors(body)).toEqual(['participants.0.id errors.field.required']);
  });
  test('a wrong id in the path is 400 at its name', async () => {
    expect(fieldErrors((await put('-x', {})).body)).toEqual(['conversation_id errors.field.pattern']);
  });
  test('may change the type, whose schema then counts', async () => {
    await put('put-6', {});
    expect(
      (await acme.owner.call('PUT', '/conversations/put-6', { conversation_type_id: 'support' })).body
        .conversation_type_id,
    ).toBe('support');
    expect((await put('put-6', { conversation_data: { extra: 1 } })).status).toBe(400);
  });
});
