import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../src/lib/json/canonical-json.js';
import { client } from '../../fixtures/conversations.js';
import { completedErasure, erasedConversation, wholeFeed } from '../../fixtures/erasures.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

let tidings: Tidings;
let tenant: Tenant;
let foreign: Tenant;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  tenant = await createTenant(tidings, 'erase-c');
  foreign = await createTenant(tidings, 'erase-f');
});
afterAll(() => closeAudited(tidings));

const tell = async (id: string) => {
  await tenant.conversation(id, { description: 'Secret tale', participants: [client()] });
  await tenant.post(id, 'a secret text');
  return `/conversations/${id}`;
};

describe('an erased conversation', () => {
  test('is answered with its erasure, a repeat with the same', async () => {
    await tell('c1');
    const { status, body } = await tenant.owner.call('POST', '/conversations/c1/erase');
    expect([200, 202]).toContain(status);
    expect(body).toMatchObject({ kind: 'CONVERSATION', subject_id: 'c1', conversation_id: 'c1' });
    expect(body.requested_by).toBe(`user:${tenant.owner.id}`);
    const done = await completedErasure(tenant.owner, body.id);
    expect(done.events).toBeGreaterThanOrEqual(3);
    const { signature = '', ...certificate } = done;
    const [text, empty, signed] = signature.split('\n');
    expect([text, empty]).toEqual([canonicalJson(certificate), '']);
    expect(signed).toMatch(/^\u2014 127\.0\.0\.1 [A-Za-z0-9+/=]{80,}$/);
    const again = await tenant.owner.call('POST', '/conversations/c1/erase');
    expect([again.status, again.body]).toEqual([200, done]);
  });
  test('is 410 to those who could read it, and 404 to others', async () => {
    await tell('c2');
    const user = await tenant.user('reader');
    const erasure = await erasedConversation(await tenant.apiKey(), 'c2');
    expect(erasure.requested_by).toMatch(/^key:/);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '?includes=PARTICIPANTS', undefined],
      ['GET', '/messages', undefined],
      ['GET', '/participants', undefined],
      ['GET', '/participants/client', undefined],
      ['POST', '/messages', { kind: 'TEXT', text: 'hi', participant_id: 'client' }],
      ['PATCH', '', { description: 'new' }],
      ['PUT', '/legal-hold', undefined],
    ] as const)
      for (const caller of [tenant.owner, ...(path === '/legal-hold' ? [] : [user])]) {
        const answer = await caller.call(method, `/conversations/c2${path}`, body);
        expect([method, path, answer.status, answer.body.code]).toEqual([
          method,
          path,
          410,
          'errors.conversation.erased',
        ]);
      }
    expect((await foreign.owner.call('GET', '/conversations/c2')).status).toBe(404);
    const again = { id: 'c2', conversation_type_id: 'support' };
    expect((await tenant.owner.call('POST', '/conversations', again)).body.code).toBe('errors.conversation.removed');
    const listener = await listenerOf(tenant.owner);
    const { ok, error } = await listener.ask('SUBSCRIBE', { address: 'conversations/c2' });
    listener.close();
    expect([ok, error.code]).toEqual([false, 'errors.conversation.erased']);
  });
  test('is answered without content to the key that created it, and its id to no other', async () => {
    const body = { id: 'keyed', conversation_type_id: 'support', description: 'Secret tale' };
    const create = (key: string) => tenant.owner.call('POST', '/conversations', body, { 'idempotency-key': key });
    expect((await create('k')).status).toBe(201);
    await erasedConversation(tenant.owner, 'keyed');
    const again = await create('k');
    expect([again.status, again.body]).toEqual([200, { id: 'keyed', tenant_id: tenant.tenantId, erased: true }]);
    expect((await create('k2')).body.code).toBe('errors.conversation.removed');
  });
  test('is in no list, no search and no feed', async () => {
    await tell('c3');
    await erasedConversation(tenant.owner, 'c3');
    const { body } = await tenant.owner.call('GET', '/conversations?search=secret');
    expect(body.conversations.map(({ id }: { id: string }) => id)).not.toContain('c3');
    expect(JSON.stringify(await wholeFeed(tenant.owner))).not.toContain('c3');
  });
  test('is refused to a user, and under a legal hold before anything is done', async () => {
    await tell('held');
    const user = await tenant.user('meek');
    expect((await user.call('POST', '/conversations/held/erase')).status).toBe(403);
    expect((await user.call('GET', '/erasures')).status).toBe(403);
    await tenant.owner.mustCall('PUT', '/conversations/held/legal-hold');
    const refused = await tenant.owner.call('POST', '/conversations/held/erase');
    expect([refused.status, refused.body.code]).toEqual([409, 'errors.conversation.legal_hold']);
    const { body } = await tenant.owner.call('GET', '/conversations/held/messages');
    expect(body.messages[0].text).toBe('a secret text');
    const id = body.messages[0].id;
    const deletion = await tenant.owner.call('DELETE', `/conversations/held/messages/${id}`);
    expect([deletion.status, deletion.body.code]).toEqual([409, 'errors.conversation.legal_hold']);
    await tenant.owner.mustCall('DELETE', '/conversations/held/legal-hold');
    await tenant.owner.mustCall('DELETE', `/conversations/held/messages/${id}`);
    await erasedConversation(tenant.owner, 'held');
  });
  test('is 404 where it never was', async () => {
    expect((await tenant.owner.call('POST', '/conversations/never/erase')).status).toBe(404);
    expect((await foreign.owner.call('POST', '/conversations/c1/erase')).status).toBe(404);
  });
});

describe('erasures', () => {
  test('are listed newest first, by kind and by subject, those of messages apart', async () => {
    await tell('l1');
    const { body: posted } = await tenant.post('l1', 'one more');
    await tenant.owner.mustCall('DELETE', `/conversations/l1/messages/${posted.id}`);
    const done = await erasedConversation(tenant.owner, 'l1');
    const list = async (query: string) => (await tenant.owner.mustCall('GET', `/erasures${query}`)).body;
    const all = await list('');
    expect(all.erasures[0]).toEqual(done);
    expect(all.total_elements).toBe(all.erasures.length);
    expect(all.erasures.every(({ kind }: { kind: string }) => kind !== 'MESSAGE')).toBe(true);
    expect((await list('?subject_id=l1')).erasures).toEqual([done]);
    expect((await list('?kind=USER')).total_elements).toBe(0);
    const [message] = (await list(`?kind=MESSAGE&subject_id=${posted.id}`)).erasures;
    expect(message).toMatchObject({ kind: 'MESSAGE', subject_id: posted.id, conversation_id: 'l1', events: 1 });
    expect(message.completed_at).toBe(message.requested_at);
    expect((await tenant.owner.call('GET', `/erasures/${message.id}`)).body).toEqual(message);
    expect((await foreign.owner.call('GET', `/erasures/${done.id}`)).status).toBe(404);
    const page = await list('?limit=1');
    expect([page.has_more, page.erasures]).toEqual([true, [done]]);
    expect((await list(`?limit=1&cursor=${page.next_cursor}`)).erasures).not.toEqual([done]);
    expect((await tenant.owner.call('GET', '/erasures?kind=NONE')).status).toBe(400);
  });
});
