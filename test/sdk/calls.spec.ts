import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NoAnswer, Tidings, TidingsError } from '../../sdk/src/tidings.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { PASSWORD } from '../fixtures/tokens.js';
import { type Tidings as Service, startTidings } from '../support/api.js';

let service: Service;
let tenant: Tenant;
let owner: Tidings;

beforeAll(async () => {
  service = await startTidings();
  tenant = await createTenant(service, 'sdk-calls');
  owner = new Tidings({ url: service.url, credential: tenant.owner.token });
});
afterAll(() => service.close());

const messagesOf = (conversation_id: string) => ({ path: { conversation_id } });
const MESSAGES = '/conversations/{conversation_id}/messages';

/** A fetch that loses the answers of the first requests, which the service has processed. */
const losing = (count: number): typeof fetch => {
  let left = count;
  return async (...given) => {
    const response = await fetch(...given);
    await response.clone().text();
    if (left-- > 0) throw new TypeError('the connection was lost');
    return response;
  };
};

test('the quick start runs through the SDK', async () => {
  const visitor = new Tidings({ url: service.url });
  const body = {
    tenant_name: 'Quick',
    tenant_subdomain: 'quick',
    user_email: 'ada@example.com',
    user_password: PASSWORD,
  };
  const { tenant_id } = await visitor.call('POST /signup', { body });
  const signIn = { grant_type: 'password', username: 'ada@example.com', password: PASSWORD } as const;
  const path = { tenant_id };
  const token = await visitor.call('POST /auth/{tenant_id}/oauth2/token', { path, body: signIn });
  const ada = new Tidings({ url: service.url, credential: () => token.access_token });
  expect((await ada.call('GET /users/me')).email).toBe('ada@example.com');
  const { api_key } = await ada.call('POST /api-keys', { body: { name: 'Import' } });
  const machine = new Tidings({ url: service.url, credential: String(api_key) });
  await machine.call('POST /conversation-types', { body: { id: 'support', conversation_data_list_item_template: '' } });
  const participants = [{ id: 'grace', kind: 'CLIENT', display_name: 'Grace' }] as const;
  await machine.call('POST /conversations', { body: { id: 'case-1', conversation_type_id: 'support', participants } });
  const given = messagesOf('case-1');
  const { url } = await machine.call('GET /conversations/{conversation_id}/participants/{participant_id}/client-url', {
    path: { ...given.path, participant_id: 'grace' },
  });
  const exchange = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token_type: 'urn:tidings:token-type:client-auth-key',
    subject_token: decodeURIComponent(url.split('auth_key=')[1] ?? ''),
  } as const;
  const client = await visitor.call('POST /auth/{tenant_id}/oauth2/token', { path, body: exchange });
  const grace = new Tidings({ url: service.url, credential: client.access_token });
  const posted = await grace.request(`POST ${MESSAGES}`, {
    ...given,
    body: { kind: 'TEXT', text: 'It hums.' },
    prefer: 'wait',
  });
  expect([posted.status, posted.body.sequence]).toEqual([201, 1]);
  const includes = ['CURRENT_USER_READ_STATUS', 'PARTICIPANTS'] as const;
  const read = await ada.call('GET /conversations/{conversation_id}', { ...given, query: { includes } });
  expect([read.read_status?.unread_message_count, read.participants?.length]).toEqual([1, 1]);
});

test('a list goes on over its pages, from the page that was asked', async () => {
  const { id } = await tenant.conversationWithClient('pages');
  for (let n = 1; n <= 7; n++) await tenant.post(id, `text ${n}`);
  const found: (number | null)[] = [];
  const query = { limit: 2, order: 'ASC', offset: 1 } as const;
  for await (const { sequence } of owner.list(`GET ${MESSAGES}`, { ...messagesOf(id), query })) found.push(sequence);
  expect(found).toEqual([2, 3, 4, 5, 6, 7]);
  const types: string[] = [];
  let after: string | undefined;
  for await (const { type, position } of owner.events()) [after] = [position, types.push(type)];
  expect(types.filter((type) => type === 'message.created')).toHaveLength(7);
  await tenant.post(id, 'later');
  const later: unknown[] = [];
  for await (const { data } of owner.events(after)) later.push(data);
  expect(later).toMatchObject([{ text: 'later' }]);
});

describe('a call that is tried again', () => {
  test('posts once, however many answers were lost', async () => {
    const { id } = await tenant.conversation('lost');
    const unlucky = new Tidings({ ...owner.options, fetch: losing(3) });
    const body = { kind: 'TEXT', text: 'once' } as const;
    await unlucky.call(`POST ${MESSAGES}`, { ...messagesOf(id), body, prefer: 'wait' });
    const all = await owner.call(`GET ${MESSAGES}`, messagesOf(id));
    expect(all.total_elements).toBe(1);
  });

  test('has deleted, although the second attempt finds nothing', async () => {
    const { key_id } = await owner.call('POST /api-keys', { body: { name: 'gone' } });
    const unlucky = new Tidings({ ...owner.options, fetch: losing(1) });
    const path = { key_id };
    await expect(unlucky.call('DELETE /api-keys/{key_id}', { path })).resolves.toBeUndefined();
    await expect(owner.call('DELETE /api-keys/{key_id}', { path })).rejects.toMatchObject({ status: 404 });
  });

  test('is no sign-in, whose refresh token is spent at the first attempt', async () => {
    const unlucky = new Tidings({ url: service.url, fetch: losing(1) });
    const body = { grant_type: 'refresh_token', refresh_token: tenant.owner.refreshToken } as const;
    const call = unlucky.call('POST /auth/{tenant_id}/oauth2/token', { path: { tenant_id: tenant.tenantId }, body });
    await expect(call).rejects.toBeInstanceOf(NoAnswer);
  });

  test('gives up after as many attempts as were allowed, and at once when it is called off', async () => {
    const nowhere = new Tidings({ ...owner.options, fetch: losing(9), retries: 1 });
    await expect(nowhere.call('GET /tenant')).rejects.toBeInstanceOf(NoAnswer);
    const signal = AbortSignal.abort(new Error('called off'));
    await expect(owner.call('GET /tenant', { signal })).rejects.toThrow('called off');
  });
});

describe('a refusal', () => {
  test('has its code, its fields and the id of the request', async () => {
    const body = { kind: 'TEXT', text: '' } as const;
    const { id } = await tenant.conversation('refused');
    const error = await owner.call(`POST ${MESSAGES}`, { ...messagesOf(id), body }).catch((each: TidingsError) => each);
    expect(error).toBeInstanceOf(TidingsError);
    expect(error).toMatchObject({
      status: 400,
      code: 'errors.validation.failed',
      errors: [{ path: 'text', code: 'errors.field.length' }],
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    });
  });

  test('of a stale ETag changes nothing', async () => {
    const { id } = await tenant.conversation('stale');
    const given = { path: { conversation_id: id } };
    const name = 'PATCH /conversations/{conversation_id}';
    const { etag } = await owner.request('GET /conversations/{conversation_id}', given);
    await owner.call(name, { ...given, body: { description: 'one' }, ifMatch: String(etag) });
    const again = owner.call(name, { ...given, body: { description: 'two' }, ifMatch: String(etag) });
    await expect(again).rejects.toMatchObject({ code: 'errors.precondition.failed' });
  });
});

describe('a service that is busy', () => {
  let busy: Server;
  const asked: IncomingMessage[] = [];
  let statuses: readonly number[] = [];
  let retryAfter = '0';
  beforeAll(async () => {
    busy = createServer((request, response) => {
      asked.push(request);
      const status = statuses[asked.length - 1] ?? 200;
      response.writeHead(status, { 'Retry-After': retryAfter }).end(status === 200 ? '{"id":"t"}' : '<h1>busy</h1>');
    });
    await new Promise<void>((listening) => busy.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => new Promise((closed) => void busy.close(closed)));

  test('is asked again under the same key, and a proxy’s page is no answer', async () => {
    const { port } = busy.address() as AddressInfo;
    const client = new Tidings({ url: `http://127.0.0.1:${port}`, retries: 2 });
    statuses = [503, 429];
    await client.call('POST /api-keys', { body: {} });
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(asked).toHaveLength(3);
    asked.length = 0;
    statuses = [503, 503, 503];
    await expect(client.call('GET /tenant')).rejects.toBeInstanceOf(NoAnswer);
    expect(asked).toHaveLength(3);
    retryAfter = '3600';
    asked.length = 0;
    await expect(client.call('GET /tenant')).rejects.toBeInstanceOf(NoAnswer);
    expect(asked).toHaveLength(1);
  });
});
