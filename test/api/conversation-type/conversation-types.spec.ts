import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversationTypesOf } from '../../../projections/conversation-type/reads.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../src/engine/commands/command-gateway.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { conversationType } from '../../../src/modules/conversations/conversation-type/domain/conversation-type.resource.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../src/ports/stores/document-store.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { commandMeta } from '../../support/given/given.js';

let tidings: Tidings;
let acme: Tenant;
const PATH = '/conversation-types';
const item = { conversation_data_list_item_template: '' };

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'types');
});
afterAll(() => tidings.close());

const create = (body: object) => acme.owner.call('POST', PATH, { ...item, ...body });
const paths = (body: { errors?: { path: string }[] }) => body.errors?.map(({ path }) => path);
const named = { type: 'object', properties: { name: { type: 'string' } } };

describe('a conversation type', () => {
  test('is created, read, listed, changed, replaced, deleted', async () => {
    const made = await create({
      id: 'life',
      description: 'd',
      retention_policy_days: 90,
      retention_policy_scope: 'ALL',
    });
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1${PATH}/life`]);
    expect(made.body).toMatchObject({
      id: 'life',
      tenant_id: acme.tenantId,
      description: 'd',
      retention_policy_days: 90,
    });
    expect((await acme.owner.call('GET', PATH)).body.conversation_types.map((t: { id: string }) => t.id)).toContain(
      'life',
    );
    const patched = await acme.owner.call('PATCH', `${PATH}/life`, { description: null, sms_sender_id: 'Acme 1' });
    expect(patched.body).not.toHaveProperty('description');
    expect(patched.headers.get('etag')).toMatch(/^"2\./);
    const replaced = await acme.owner.call('PUT', `${PATH}/life`, item);
    expect([replaced.status, replaced.body.sms_sender_id]).toEqual([200, undefined]);
    expect((await acme.owner.call('DELETE', `${PATH}/life`)).status).toBe(204);
    expect((await acme.owner.call('GET', `${PATH}/life`)).body.code).toBe('errors.conversation_type.not_found');
    expect((await acme.owner.call('PUT', `${PATH}/life`, item)).status).toBe(201);
  });
  test('has what it needs', async () => {
    expect(paths((await acme.owner.call('POST', PATH, {})).body)?.sort()).toEqual([
      'conversation_data_list_item_template',
      'id',
    ]);
  });
  test('one in use cannot be deleted', async () => {
    await create({ id: 'used' });
    await acme.owner.call('POST', '/conversations', { id: 'user-of-it', conversation_type_id: 'used' });
    const { status, body } = await acme.owner.call('DELETE', `${PATH}/used`);
    expect([status, body.code]).toEqual([409, 'errors.conversation_type.in_use']);
  });
  test.each([
    ['sms_sender_id', '12345'],
    ['sms_sender_id', 'Twelve chars'],
    ['sms_sender_id', 'a_b'],
    ['retention_policy_days', 0],
    ['retention_policy_scope', 'SOME'],
    ['templates', {}],
    ['shared_read_status_for_user_participants', 'yes'],
  ])('%s %j is refused', async (name, value) => {
    const { status, body } = await create({ id: 'wrong', [name]: value });
    expect([status, paths(body)]).toEqual([400, [name]]);
  });
  test('message templates are named by kind, and must fit it', async () => {
    const { body } = await create({ id: 'mt', message_templates: { REQUEST_LOCATION: 'system_request_location' } });
    expect(body.templates).toEqual({ REQUEST_LOCATION: { name: 'system_request_location', kind: 'REQUEST_LOCATION' } });
    const wrong = await create({ id: 'mt2', message_templates: { REQUEST_LOCATION: 'nope', OTHER: 'x' } });
    expect(paths(wrong.body)).toEqual(['message_templates.REQUEST_LOCATION', 'message_templates.OTHER']);
  });
});

describe('its schema', () => {
  test.each([
    ['another draft', { $schema: 'http://json-schema.org/draft-07/schema#' }, '$schema'],
    ['a remote reference', { $ref: 'https://example.com/x.json' }, '$ref'],
    ['look-around', { properties: { a: { pattern: '(?=x)' } } }, 'properties.a.pattern'],
    ['a back reference', { properties: { a: { pattern: '(a)\\1' } } }, 'properties.a.pattern'],
    ['an unknown format', { properties: { a: { format: 'nope' } } }, 'properties.a.format'],
    ['no type there is', { properties: { a: { type: 'text' } } }, 'properties.a.type'],
  ])('%s is refused with its path', async (_, schema, path) => {
    const { status, body } = await create({ id: 'schema', conversation_data_schema: schema });
    expect([status, paths(body)]).toEqual([400, [`conversation_data_schema.${path}`]]);
  });
  test('one that takes exponential time is a clear 400, and the service goes on', async () => {
    const $defs: Record<string, object> = { x0: { type: 'string' } };
    for (let i = 1; i < 26; i++)
      $defs[`x${i}`] = { anyOf: [{ $ref: `#/$defs/x${i - 1}` }, { $ref: `#/$defs/x${i - 1}` }] };
    const schema = { $defs, properties: { a: { $ref: '#/$defs/x25' } } };
    const saving = create({ id: 'bomb', conversation_data_schema: schema });
    const beside = await acme.owner.call('GET', PATH);
    expect(beside.status).toBe(200);
    const saved = await saving;
    if (saved.status === 201) {
      const data = { id: 'boom', conversation_type_id: 'bomb', conversation_data: { a: 5 } };
      const { status, body } = await acme.owner.call('POST', '/conversations', data);
      expect([status, body.errors[0].code]).toEqual([400, 'errors.field.too_slow']);
    } else expect(saved.status).toBe(400);
  });
  test('a change that conversations would break needs force', async () => {
    await create({ id: 'strict', conversation_data_schema: named });
    for (const id of ['s1', 's2']) {
      await acme.owner.call('POST', '/conversations', {
        id,
        conversation_type_id: 'strict',
        conversation_data: { name: 'x' },
      });
    }
    const change = { conversation_data_schema: { type: 'object', properties: { name: { type: 'number' } } } };
    const refused = await acme.owner.call('PATCH', `${PATH}/strict`, change);
    expect([refused.status, refused.body.code]).toEqual([409, 'errors.conversation_type.schema_breaks']);
    expect(refused.body.details).toEqual({ conversations: 2, first: ['s1', 's2'] });
    const before = (await acme.owner.mustCall('GET', `${PATH}/strict`)).body;
    for (const query of ['dry_run=true', 'dry_run=true&force=true']) {
      const dry = await acme.owner.call('PATCH', `${PATH}/strict?${query}`, change);
      expect([dry.status, dry.body]).toEqual([200, { breaks: 2, first: ['s1', 's2'] }]);
    }
    const whole = { ...item, ...change };
    const put = await acme.owner.mustCall('PUT', `${PATH}/strict?dry_run=true`, whole);
    expect(put.body).toEqual({ breaks: 2, first: ['s1', 's2'] });
    const fine = await acme.owner.mustCall('PATCH', `${PATH}/strict?dry_run=true`, { description: 'd' });
    expect(fine.body).toEqual({ breaks: 0, first: [] });
    expect((await acme.owner.mustCall('PUT', `${PATH}/unborn?dry_run=true`, whole)).status).toBe(200);
    expect((await acme.owner.call('GET', `${PATH}/unborn`)).status).toBe(404);
    const wrong = { conversation_data_list_item_template: '{{ unknown }}' };
    expect((await acme.owner.call('PATCH', `${PATH}/strict?dry_run=true`, wrong)).status).toBe(400);
    expect((await acme.owner.call('PATCH', `${PATH}/absent?dry_run=true`, change)).status).toBe(404);
    const stale = { 'if-match': '"99"' };
    expect((await acme.owner.call('PATCH', `${PATH}/strict?dry_run=true`, change, stale)).status).toBe(412);
    expect((await acme.owner.mustCall('GET', `${PATH}/strict`)).body).toEqual(before);
    expect((await acme.owner.call('PATCH', `${PATH}/strict?force=true`, change)).status).toBe(200);
  });
  test('a schema that stays the same is not checked again', async () => {
    const text = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    await create({ id: 'forced' });
    await acme.owner.mustCall('POST', '/conversations', { id: 'unnamed', conversation_type_id: 'forced' });
    const whole = { ...item, conversation_data_schema: text };
    expect((await acme.owner.call('PUT', `${PATH}/forced`, whole)).status).toBe(409);
    expect((await acme.owner.call('PUT', `${PATH}/forced?force=true`, whole)).status).toBe(200);
    expect((await acme.owner.call('PUT', `${PATH}/forced`, { ...whole, description: 'd' })).status).toBe(200);
    const { properties, type, required } = text;
    const reordered = { conversation_data_schema: { required, properties, type } };
    expect((await acme.owner.call('PATCH', `${PATH}/forced`, reordered)).status).toBe(200);
    expect((await acme.owner.call('PATCH', `${PATH}/forced`, { description: 'e' })).status).toBe(200);
  });
});

describe('its templates', () => {
  test('placeholders are paths of the schema or one of the three extras', async () => {
    const conversation_data_schema = { properties: { c: { $ref: '#/$defs/c' } }, $defs: { c: named } };
    const fine = {
      conversation_data_schema,
      conversation_data_list_item_template: '{{ c.name }} {{conversation_description}}',
    };
    expect((await create({ id: 'tpl', ...fine })).status).toBe(201);
    const wrong = await create({
      id: 'tpl2',
      conversation_data_schema,
      conversation_data_list_item_template: '{{ c.nope }} {{ x y }}',
    });
    expect([wrong.status, paths(wrong.body)]).toEqual([
      400,
      ['conversation_data_list_item_template', 'conversation_data_list_item_template'],
    ]);
  });
  describe('as HTML', () => {
    const dirty = '<h1 onclick="x()">Hi<script>{{ conversation_id }}</script></h1>';
    const templates = { conversation_data_list_item_template: dirty, client_app_header_template: dirty };
    const cleaned = {
      conversation_data_list_item_template: '<h1>Hi</h1>',
      client_app_header_template: '<h1>Hi</h1>',
    };

    test('keep what is harmless, and the answer shows what was kept', async () => {
      expect((await create({ id: 'html', ...templates })).body).toMatchObject(cleaned);
      expect((await acme.owner.call('PUT', `${PATH}/html`, { ...item })).body).toMatchObject(item);
      expect((await acme.owner.call('PUT', `${PATH}/html`, templates)).body).toMatchObject(cleaned);
      await acme.owner.call('PUT', `${PATH}/html`, { ...item });
      expect((await acme.owner.call('PATCH', `${PATH}/html`, templates)).body).toMatchObject(cleaned);
      expect((await acme.owner.call('GET', `${PATH}/html`)).body).toMatchObject(cleaned);
    });

    test('are stored clean', async () => {
      await create({ id: 'stored', ...templates });
      const documents = tidings.app.get<DocumentStore>(DOCUMENT_STORE);
      const record = await conversationTypesOf(documents, acme.tenantId).get('stored');
      expect(record?.value).toEqual({ listItemTemplate: '<h1>Hi</h1>', headerTemplate: '<h1>Hi</h1>' });
    });

    test('that were stored as they came are answered clean', async () => {
      const meta = commandMeta({ tenantId: acme.tenantId, commandId: crypto.randomUUID() });
      const value = { listItemTemplate: dirty, headerTemplate: dirty };
      const gateway = tidings.app.get<CommandGateway>(COMMAND_GATEWAY);
      const { position } = await gateway.execute(new conversationType.Create('older', { value }, meta));
      await tidings.app.get(CaughtUp).mustReach(position);
      const conversation = { id: 'older', conversation_type_id: 'older' };
      const includes = '?includes=CONVERSATION_TYPE';
      const opened = await acme.owner.call('POST', `/conversations${includes}`, conversation);
      const listed = (await acme.owner.call('GET', `${PATH}?limit=1000`)).body.conversation_types;
      const byIds = await acme.owner.call('POST', `/conversations/by_ids${includes}`, { ids: ['older'] });
      const answers = [
        (await acme.owner.call('GET', `${PATH}/older`)).body,
        listed.find(({ id }: { id: string }) => id === 'older'),
        opened.body.conversation_type,
        byIds.body.conversations[0].conversation_type,
      ];
      for (const answer of answers) expect(answer).toMatchObject(cleaned);
      const data = 'LIST_ITEM_TEMPLATE_DATA,CLIENT_HEADER_TEMPLATE_DATA';
      const { template_data } = (await acme.owner.call('GET', `/conversations/older?includes=${data}`)).body;
      expect(template_data).toEqual({ list_item_template: {}, client_header_template: {} });
    });

    test.each(['conversation_data_list_item_template', 'client_app_header_template'])(
      'that grow beyond 65,536 characters when they are cleaned are refused: %s',
      async (path) => {
        const fits = `${'x'.repeat(65_531)}&`;
        expect((await create({ id: `fits-${path.length}`, [path]: fits })).body[path]).toBe(`${fits}amp;`);
        const { status, body } = await create({ id: 'grown', [path]: `${'x'.repeat(65_532)}&` });
        expect([status, body.errors]).toEqual([
          400,
          [expect.objectContaining({ path, code: 'errors.field.length', details: { min: 0, max: 65_536 } })],
        ]);
      },
    );
  });
});
