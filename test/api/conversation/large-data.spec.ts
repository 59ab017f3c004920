import { hash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { ChunkBuffers } from '../../../src/lib/chunk-buffers.js';
import { BLOBS, type Blobs } from '../../../src/ports/stores/blobs.js';
import { createTenant } from '../../fixtures/tenant.js';
import { createWorkflowTenant, leaf, onData, sendMessage, type WorkflowTenant } from '../../fixtures/workflows.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { until } from '../../support/until.js';

/** Above what the service parses itself. */
const dataOf = (status: string, more: object = {}) => ({
  order: { status, tags: ['a', 'b'] },
  code: 123_456_789,
  text: `needle ${'é'.repeat(100)} `.repeat(8_000),
  ...more,
});

const SCHEMA = {
  type: 'object',
  properties: {
    order: {
      type: 'object',
      properties: { status: { type: 'string', maxLength: 10 }, tags: { type: 'array', items: { type: 'string' } } },
    },
    text: { type: 'string' },
  },
};

let tidings: Tidings;
let acme: WorkflowTenant;

beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'fatal' });
  acme = await createWorkflowTenant(tidings, 'large');
  await acme.owner.mustCall('POST', '/conversation-types', {
    id: 'order',
    conversation_data_schema: SCHEMA,
    conversation_data_list_item_template: '{{ order.status }} {{ order.tags.1 }} {{ conversation_id }}',
    client_app_header_template: '{{ text }}',
  });
});
afterAll(() => tidings.close());

const open = (id: string, data: unknown, more: object = {}) =>
  acme.owner.call('POST', '/conversations', { id, conversation_type_id: 'order', conversation_data: data, ...more });
const get = (path: string, headers = {}) => acme.owner.call('GET', `/conversations${path}`, undefined, headers);
const blobOf = async (conversationId: string, data: object, { tenantId }: { readonly tenantId: string } = acme) => {
  const name = await tidings.app
    .get<Blobs>(BLOBS)
    .nameOf(tenantId, conversationId, hash('sha256', JSON.stringify(data)));
  return join(tidings.dataDir, 'blobs', tenantId, name.slice(0, 2), name);
};

describe('conversation_data that does not fit in an event', () => {
  test('is parsed by another process, so that its members hold nobody up', async () => {
    const data = { list: Array.from({ length: 60_000 }, () => []), order: { status: 'open', tags: [] } };
    const parse = vi.spyOn(JSON, 'parse');
    const created = await acme.owner.call('POST', '/conversations?includes=CONVERSATION_DATA', {
      id: 'members',
      conversation_type_id: 'order',
      conversation_data: data,
    });
    const lengths = parse.mock.calls.map(([text]) => String(text).length);
    parse.mockRestore();
    expect(created.status).toBe(201);
    // The answer of the service is parsed by this test.
    expect(lengths.filter((length) => length > limits.inlineData)).toHaveLength(1);
    expect((await get('/members?includes=CONVERSATION_DATA')).body.conversation_data).toEqual(data);
  });

  test('is read by another process for the values that are shown, and once for many lists', async () => {
    const data = { list: Array.from({ length: 60_000 }, () => []), order: { status: 'shown', tags: ['a', 'b'] } };
    await open('shown', data);
    const shown = async () => {
      const { status, body } = await get('/shown?includes=LIST_ITEM_TEMPLATE_DATA');
      return [status, body.template_data.list_item_template['order.status']];
    };
    const parse = vi.spyOn(JSON, 'parse');
    expect(await shown()).toEqual([200, 'shown']);
    const lengths = parse.mock.calls.map(([text]) => String(text).length);
    parse.mockRestore();
    expect(Math.max(...lengths)).toBeLessThan(limits.inlineData);
    rmSync(await blobOf('shown', data));
    expect(await shown()).toEqual([200, 'shown']);
    const kept = await acme.owner.call('GET', '/conversations/shown?includes=CLIENT_HEADER_TEMPLATE_DATA');
    expect(kept.status).toBe(503);
  });
});

describe('conversation_data of megabytes', () => {
  test('is sent in memory that is used again and again', async () => {
    const data = dataOf('open', { text: 'é'.repeat(1_000_000) });
    expect((await open('memory', data)).status).toBe(201);
    const take = vi.spyOn(ChunkBuffers.prototype, 'take');
    for (let i = 0; i < 5; i++) {
      expect((await get('/memory?includes=CONVERSATION_DATA')).body.conversation_data).toEqual(data);
    }
    const taken = take.mock.results.map(({ value }) => value.buffer);
    take.mockRestore();
    expect(taken.length).toBeGreaterThan(150);
    expect(new Set(taken).size).toBeLessThan(25);
  });

  test('comes back as it was sent, with a tag of its own, and is found by its words', async () => {
    const data = dataOf('open', { number: 1.5, nothing: null, list: [[], {}, '漢\n"'] });
    const created = await open('whole', data, {
      participants: [{ id: 'p', kind: 'CLIENT', display_name: 'P', email: 'p@x.example' }],
    });
    expect([created.status, created.body.conversation_data]).toEqual([201, undefined]);
    const { body, headers } = await get('/whole?includes=CONVERSATION_DATA,PARTICIPANTS');
    expect(body.conversation_data).toEqual(data);
    expect(body.participants).toHaveLength(1);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"\d+\.[\w-]{16}"$/);
    expect((await get('/whole?includes=CONVERSATION_DATA,PARTICIPANTS', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('?search=needle%20123456789&limit=1')).body.total_elements).toBe(1);
    const changed = dataOf('done');
    const put = await acme.owner.call(
      'PUT',
      '/conversations/whole?includes=CONVERSATION_DATA',
      { conversation_type_id: 'order', conversation_data: changed },
      { 'if-match': etag },
    );
    expect([put.status, put.body.conversation_data]).toEqual([200, changed]);
    expect((await get('/whole?includes=CONVERSATION_DATA,PARTICIPANTS', { 'if-none-match': etag })).status).toBe(200);
    expect((await get('?search=needle&limit=1')).body.total_elements).toBe(1);
    await acme.owner.mustCall('PATCH', '/conversations/whole', { conversation_data: null });
    expect((await get('/whole?includes=CONVERSATION_DATA')).body.conversation_data).toBeUndefined();
  });

  test('is shown in lists and by templates', async () => {
    await open('listed', dataOf('shown'));
    const { body } = await get('?limit=1&includes=CONVERSATION_DATA,LIST_ITEM_TEMPLATE_DATA');
    expect(body.conversations[0].conversation_data).toEqual(dataOf('shown'));
    const listItem = { 'order.status': 'shown', 'order.tags.1': 'b', conversation_id: 'listed' };
    expect(body.conversations[0].template_data).toEqual({ list_item_template: listItem });
    const one = await get('/listed?includes=LIST_ITEM_TEMPLATE_DATA,CLIENT_HEADER_TEMPLATE_DATA');
    expect(one.body.template_data).toEqual({
      list_item_template: listItem,
      client_header_template: { text: dataOf('').text },
    });
  });

  test('is judged by the schema of its type, and names what no store keeps', async () => {
    const refused = async (data: unknown) => {
      const { status, body } = await open('refused', data);
      return [
        status,
        body.code,
        (body.errors ?? []).map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
      ];
    };
    const invalid = 'errors.validation.failed';
    expect(await refused(dataOf('far too long'))).toEqual([
      400,
      invalid,
      ['conversation_data.order.status errors.field.schema'],
    ]);
    expect(await refused(dataOf('a', { deep: { nul: '\0' } }))).toEqual([
      400,
      invalid,
      ['conversation_data.deep.nul errors.field.characters'],
    ]);
    expect(await refused([dataOf('a')])).toEqual([400, invalid, ['conversation_data errors.field.type']]);
    let deep: object = {};
    for (let n = 0; n < 63; n++) deep = { deep };
    expect(await refused(dataOf('a', deep))).toEqual([400, 'errors.body.malformed', [' errors.field.too_deep']]);
    expect((await get('/refused')).status).toBe(404);
  });

  test('moves workflows: conditions and texts read their values', async () => {
    await acme.workflow(
      'paid',
      onData({
        branches: [{ condition_node: leaf('order.status', 'EQUALS', { compare_value: 'paid' }), action: sendMessage }],
      }),
      {
        conversation_type_id: 'order',
      },
    );
    await open('moved', dataOf('open'));
    const change = (status: string) =>
      acme.owner.mustCall('PATCH', '/conversations/moved', { conversation_data: dataOf(status) });
    await change('paid');
    await acme.untilRuns('paid', 1);
    expect(await acme.texts('moved')).toEqual(['Shipped: paid by paid']);
    await change('paid');
    await change('other');
    await change('paid');
    await acme.untilRuns('paid', 2);
  });

  test('breaks a schema that would no longer hold', async () => {
    const type = { id: 'strict', conversation_data_list_item_template: '' };
    await acme.owner.mustCall('POST', '/conversation-types', type);
    await open('kept', dataOf('open'), { conversation_type_id: 'strict' });
    const replace = (status: object) =>
      acme.owner.call('PATCH', '/conversation-types/strict', {
        conversation_data_schema: { properties: { order: { properties: { status } } } },
      });
    const refused = await replace({ const: 'done' });
    expect([refused.status, refused.body.details]).toEqual([409, { conversations: 1, first: ['kept'] }]);
    expect((await replace({ const: 'open' })).status).toBe(200);
  });

  test('of two tenants are two values, and one knows nothing of the other', async () => {
    const rival = await createTenant(tidings, 'rival');
    const data = dataOf('same');
    await open('own', data);
    await rival.conversation('theirs', { conversation_data: data });
    const files = [await blobOf('own', data), await blobOf('theirs', data, rival)];
    expect(files.map((file) => existsSync(file))).toEqual([true, true]);
    expect(basename(files[0] ?? '')).not.toBe(basename(files[1] ?? ''));
  });

  test('that are missing or damaged are 503, the rest goes on', async () => {
    const data = dataOf('lost');
    await open('lost', data);
    rmSync(await blobOf('lost', data));
    for (const include of ['CONVERSATION_DATA', 'LIST_ITEM_TEMPLATE_DATA']) {
      const { status, body } = await get(`/lost?includes=${include}`);
      expect([status, body.code]).toEqual([503, 'errors.store.unavailable']);
    }
    expect((await get('/lost')).status).toBe(200);
    writeFileSync(await blobOf('lost', data), JSON.stringify(dataOf('LOST')));
    expect((await get('/lost?includes=LIST_ITEM_TEMPLATE_DATA')).status).toBe(503);
    await expect(get('/lost?includes=CONVERSATION_DATA')).rejects.toThrow();
    await acme.owner.mustCall('PATCH', '/conversations/lost', { conversation_data: dataOf('found') });
    expect((await get('/lost?includes=CONVERSATION_DATA')).body.conversation_data).toEqual(dataOf('found'));
    await until(
      () => readdirSync(join(tidings.dataDir, 'spool')).length,
      (files) => files === 0,
    );
  });
});
