import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client, SUPPORT } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Answer, startTidings, type Tidings } from '../../support/api.js';

const type = {
  id: 'order',
  conversation_data_schema: {
    type: 'object',
    properties: {
      customer: { type: 'object', properties: { name: { type: 'string' } } },
      items: { type: 'array', items: { type: 'number' } },
    },
  },
  conversation_data_list_item_template: '<b>{{ customer.name }}</b> {{ items }} {{ conversation_unread_count }}',
  client_app_header_template: '<h1>{{ conversation_description }}</h1>{{ customer }}',
};
const conversation_data = { customer: { name: '<Grace>' }, items: [1, 2] };
const wanted = { conversation_type_id: type.id, description: 'An order', conversation_data };

let tidings: Tidings;
let acme: Tenant;
let n = 0;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'includes', { types: [SUPPORT, type] });
});
afterAll(() => tidings.close());

/** A conversation with a client who has posted twice. */
async function opened(): Promise<string> {
  const id = `c${n++}`;
  await acme.owner.mustCall('POST', '/conversations', { ...wanted, id, participants: [client()] });
  await acme.post(id);
  await acme.post(id);
  return id;
}

const listed = ({ body }: Answer, id: string) => body.conversations.find((each: { id: string }) => each.id === id);

/** Each call that answers conversations, with the conversation of its answer. */
const calls: Readonly<Record<string, (id: string, includes: string) => Promise<unknown>>> = {
  'GET one': async (id, includes) => (await acme.owner.mustCall('GET', `/conversations/${id}${includes}`)).body,
  'GET list': async (id, includes) =>
    listed(await acme.owner.mustCall('GET', `/conversations${includes}&limit=1000`), id),
  by_ids: async (id, includes) =>
    listed(await acme.owner.mustCall('POST', `/conversations/by_ids${includes}`, { ids: [id] }), id),
  PATCH: async (id, includes) =>
    (await acme.owner.mustCall('PATCH', `/conversations/${id}${includes}`, { description: 'An order' })).body,
  PUT: async (id, includes) => (await acme.owner.mustCall('PUT', `/conversations/${id}${includes}`, wanted)).body,
  'POST labels': async (id, includes) =>
    (await acme.owner.mustCall('POST', `/conversations/${id}/labels${includes}`, { labels: ['a'] })).body,
  'POST unlock': async (id, includes) =>
    (await acme.owner.mustCall('POST', `/conversations/${id}/unlock${includes}`)).body,
};

const url = expect.stringMatching(/^http.*\/c\?tenant=[^#]+$/);

/** What each include adds, for an owner who takes no part. */
const added: Readonly<Record<string, object>> = {
  PARTICIPANTS: { participants: [expect.objectContaining({ id: 'client', kind: 'CLIENT' })] },
  CONVERSATION_TYPE: { conversation_type: expect.objectContaining(type) },
  CONVERSATION_DATA: { conversation_data },
  CURRENT_USER_READ_STATUS: { read_status: { last_message_seen: 0, unread_message_count: 2 } },
  LAST_MESSAGE: { last_message: expect.objectContaining({ sequence: 2, kind: 'TEXT' }) },
  CLIENT_PARTICIPANT_FRONTEND_URL: { client_frontend_urls: [{ client_id: 'client', url }] },
  LIST_ITEM_TEMPLATE_DATA: {
    template_data: {
      list_item_template: { 'customer.name': '<Grace>', items: [1, 2], conversation_unread_count: 2 },
    },
  },
  CLIENT_HEADER_TEMPLATE_DATA: {
    template_data: {
      client_header_template: { conversation_description: 'An order', customer: { name: '<Grace>' } },
    },
  },
};

describe.each(Object.keys(calls))('%s', (name) => {
  const call = calls[name] as (id: string, includes: string) => Promise<Record<string, unknown>>;

  test('adds each member that is asked for, and no other', async () => {
    const id = await opened();
    const plain = await call(id, '?includes=PARTICIPANTS');
    for (const [include, members] of Object.entries(added)) {
      const answer = await call(id, `?includes=${include}`);
      expect(answer).toMatchObject(members);
      const usual = Object.keys(plain).filter((member) => member !== 'participants');
      expect(Object.keys(answer).sort()).toEqual([...new Set([...usual, ...Object.keys(members)])].sort());
    }
    const all = await call(id, `?includes=${Object.keys(added).join(',')}`);
    const whole = Object.assign({}, ...Object.values(added));
    const template_data = { ...added.LIST_ITEM_TEMPLATE_DATA, ...added.CLIENT_HEADER_TEMPLATE_DATA };
    expect(all).toMatchObject({ ...whole, ...template_data });
  });
});

describe('a conversation that is made', () => {
  test.each(['POST', 'PUT'])('by %s is answered with all includes', async (method) => {
    const id = `made-${method}`;
    const path = method === 'POST' ? '/conversations' : `/conversations/${id}`;
    const body = { ...wanted, id, participants: [client()] };
    const { body: answer } = await acme.owner.mustCall(
      method,
      `${path}?includes=${Object.keys(added).join(',')}`,
      body,
    );
    expect(answer).toMatchObject({
      conversation_data,
      read_status: { last_message_seen: 0, unread_message_count: 0 },
      client_frontend_urls: [{ client_id: 'client' }],
      template_data: { list_item_template: { conversation_unread_count: 0 } },
    });
  });
});

test('an API key has no read status, and no unread count among the data of templates', async () => {
  const id = await opened();
  const key = await acme.apiKey();
  const { body } = await key.mustCall('GET', `/conversations/${id}?includes=${Object.keys(added).join(',')}`);
  expect(body.read_status).toBeUndefined();
  expect(body.template_data.list_item_template).toEqual({ 'customer.name': '<Grace>', items: [1, 2] });
});

test('a value that is not there is left out, and a type without header has no header data', async () => {
  await acme.owner.mustCall('POST', '/conversations', { id: 'bare', conversation_type_id: SUPPORT.id });
  await acme.owner.mustCall('POST', '/conversations', { id: 'empty', conversation_type_id: type.id });
  const data = '?includes=LIST_ITEM_TEMPLATE_DATA,CLIENT_HEADER_TEMPLATE_DATA';
  const { template_data } = (await acme.owner.mustCall('GET', `/conversations/empty${data}`)).body;
  expect(template_data).toEqual({ list_item_template: { conversation_unread_count: 0 }, client_header_template: {} });
  const bare = (await acme.owner.mustCall('GET', `/conversations/bare${data}`)).body;
  expect(bare.template_data).not.toHaveProperty('client_header_template');
});
