import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Answer, startTidings, type Tidings } from '../../support/api.js';
import { fieldErrorsOf } from '../../support/openapi/good-call.js';

const SCHEMA = {
  type: 'object',
  properties: { order: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] } },
};
const MERGE = { 'content-type': 'application/merge-patch+json' };
/** Over the size of values that an event holds. */
const LONG = 'x'.repeat(150_000);

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'merge', {
    types: [{ id: 'support' }, { id: 'order', conversation_data_schema: SCHEMA }],
  });
});
afterAll(() => tidings.close());

const open = (id: string, data?: object, type = 'support') =>
  acme.conversation(id, { conversation_type_id: type, ...(data ? { conversation_data: data } : {}) });
const faultsOf = (answer: Answer) => fieldErrorsOf(answer).map(({ path, code }) => `${path} ${code}`);
const patch = (id: string, body: object, headers: Record<string, string> = MERGE) =>
  acme.owner.call('PATCH', `/conversations/${id}?includes=CONVERSATION_DATA`, body, headers);
const dataOf = async (id: string) =>
  (await acme.owner.call('GET', `/conversations/${id}?includes=CONVERSATION_DATA`)).body.conversation_data;

describe('PATCH of conversation_data', () => {
  const before = { order: { status: 'open', tags: ['a', 'b'] }, note: null, keep: 1 };
  const change = { order: { tags: ['c'], by: { id: 7, gone: null } }, note: null };

  test('as merge patch merges deeply, and null removes', async () => {
    await open('deep', before);
    const { status, body } = await patch('deep', { conversation_data: change });
    const after = { order: { status: 'open', tags: ['c'], by: { id: 7 } }, keep: 1 };
    expect([status, body.conversation_data]).toEqual([200, after]);
    expect(await dataOf('deep')).toEqual(after);
  });

  test('as JSON replaces the whole', async () => {
    await open('whole', before);
    const { body } = await patch('whole', { conversation_data: change }, {});
    expect(body.conversation_data).toEqual(change);
  });

  test('as merge patch of nothing begins with an empty object', async () => {
    await open('none');
    expect((await patch('none', { conversation_data: { a: { b: null } } })).body.conversation_data).toEqual({ a: {} });
  });

  test('as merge patch removes other members too', async () => {
    await open('gone', before);
    await patch('gone', { description: 'there' });
    const { body } = await patch('gone', { description: null, conversation_data: null });
    expect([body.description, body.conversation_data]).toEqual([undefined, undefined]);
  });

  test('is validated as it is after the merge', async () => {
    await open('valid', before, 'order');
    const refused = await patch('valid', { conversation_data: { order: { status: null } } });
    expect(refused.status).toBe(400);
    expect(faultsOf(refused)).toEqual(['conversation_data.order.status errors.field.schema']);
    expect((await patch('valid', { conversation_data: { order: { more: 1 } } })).status).toBe(200);
  });

  test.each([
    ['a large value', { ...before, text: LONG }, change],
    ['a small value with a large patch', before, { ...change, text: LONG }],
    ['no value with a large patch', undefined, { order: { status: 'new', x: null }, text: LONG }],
    ['a large value that becomes small', { ...before, text: LONG }, { ...change, text: null }],
  ])('merges %s', async (what, value, changed) => {
    const id = what.replaceAll(' ', '-');
    await open(id, value, 'order');
    const { status } = await patch(id, { conversation_data: changed });
    expect(status).toBe(200);
    const merged = await dataOf(id);
    expect(merged.order).toEqual(value ? { status: 'open', tags: ['c'], by: { id: 7 } } : { status: 'new' });
    expect(merged.text).toBe('text' in changed ? (changed.text ?? undefined) : (value as { text?: string }).text);
    const refused = await patch(id, { conversation_data: { order: { status: 7 } } });
    expect(faultsOf(refused)).toEqual(['conversation_data.order.status errors.field.schema']);
  });

  test('of several at once loses nothing', async () => {
    await open('many', { count: 0 });
    const names = Array.from({ length: 12 }, (_, n) => `k${n}`);
    const answers = await Promise.all(names.map((name) => patch('many', { conversation_data: { [name]: { n: 1 } } })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(Object.keys(await dataOf('many')).toSorted()).toEqual(['count', ...names].toSorted());
  });

  test('heeds If-Match', async () => {
    const { answer } = await open('matched', { a: 1 });
    const etag = answer.headers.get('etag') ?? '';
    expect((await patch('matched', { conversation_data: { b: 1 } }, { ...MERGE, 'if-match': etag })).status).toBe(200);
    const late = await patch('matched', { conversation_data: { c: 1 } }, { ...MERGE, 'if-match': etag });
    expect(late.body.code).toBe('errors.precondition.failed');
    expect(await dataOf('matched')).toEqual({ a: 1, b: 1 });
  });
});

describe('PATCH of a conversation type', () => {
  test('as merge patch merges the schema', async () => {
    await acme.owner.mustCall('POST', '/conversation-types', {
      id: 'merged',
      conversation_data_list_item_template: '',
      conversation_data_schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
    });
    const body = { conversation_data_schema: { properties: { a: null, c: { type: 'number' } } } };
    const merged = await acme.owner.call('PATCH', '/conversation-types/merged', body, MERGE);
    expect(merged.body.conversation_data_schema).toEqual({
      type: 'object',
      properties: { b: { type: 'string' }, c: { type: 'number' } },
    });
    const replaced = await acme.owner.call('PATCH', '/conversation-types/merged', {
      conversation_data_schema: { type: 'object' },
    });
    expect(replaced.body.conversation_data_schema).toEqual({ type: 'object' });
  });
});
