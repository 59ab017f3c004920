import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../src/engine/commands/command-gateway.js';
import { tenant as tenantResource } from '../../../src/modules/tenants/tenant/domain/tenant.resource.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { from } from '../../fixtures/caller.js';
import { allMessages } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Answer, startTidings, type Tidings } from '../../support/api.js';
import { commandMeta } from '../../support/given/given.js';

let tidings: Tidings;
let acme: Tenant;
let networks = 0;

beforeAll(async () => {
  tidings = await startTidings({ TRUST_PROXY: '127.0.0.1' });
  acme = await createTenant(tidings, 'visited');
});
afterAll(() => tidings.close());

const item = { conversation_data_list_item_template: '' };
const keyPath = (type: string) => `/conversation-types/${type}/visitor-key`;

/** A type of its own with a visitor key. */
async function keyed(more: object = {}): Promise<{ readonly id: string; readonly key: string }> {
  const id = `type-${randomUUID()}`;
  await acme.owner.mustCall('POST', '/conversation-types', { ...item, id, ...more });
  return { id, key: (await acme.owner.mustCall('POST', keyPath(id))).body.visitor_key };
}

/** Each call comes from a network of its own unless one is named. */
const begin = (
  key: string,
  body: object = { display_name: 'Vera' },
  { network = `2001:db8:${(++networks).toString(16)}::1`, ...headers }: Readonly<Record<string, string>> = {},
): Promise<Answer> => from(tidings, network).call('POST', `/visitor/${key}/conversations`, { body, headers });

describe('a visitor key', () => {
  test('is made, shown to those who read the type, replaced and ended', async () => {
    const { id, key } = await keyed();
    const type = `/conversation-types/${id}`;
    const made = await acme.owner.call('POST', keyPath(id));
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1${type}`]);
    expect(made.body.visitor_key).toMatch(new RegExp(`^[\\w-]{44}\\.${id}$`));
    expect(made.body.visitor_key).not.toBe(key);
    expect((await begin(key)).body.code).toBe('errors.visitor_key.not_found');
    const user = await acme.user('reader');
    const apiKey = await acme.apiKey();
    for (const caller of [acme.owner, user, apiKey])
      expect((await caller.mustCall('GET', type)).body.visitor_key).toBe(made.body.visitor_key);
    expect((await user.call('POST', keyPath(id))).status).toBe(403);
    expect((await apiKey.call('DELETE', keyPath(id))).status).toBe(204);
    expect((await apiKey.call('DELETE', keyPath(id))).status).toBe(204);
    expect((await acme.owner.mustCall('GET', type)).body).not.toHaveProperty('visitor_key');
    expect((await begin(made.body.visitor_key)).body.code).toBe('errors.visitor_key.not_found');
  });

  test('outlives other changes of its type, a PUT too, and ends with the type', async () => {
    const { id, key } = await keyed();
    const type = `/conversation-types/${id}`;
    await acme.owner.mustCall('PATCH', type, { description: 'Shop' });
    await acme.owner.mustCall('PUT', type, item);
    expect((await acme.owner.mustCall('GET', type)).body.visitor_key).toBe(key);
    expect((await acme.owner.call('PATCH', type, { visitor_key: 'mine' })).status).toBe(400);
    await acme.owner.mustCall('DELETE', type);
    await acme.owner.mustCall('PUT', type, item);
    expect((await acme.owner.mustCall('GET', type)).body).not.toHaveProperty('visitor_key');
    expect((await begin(key)).status).toBe(404);
  });

  test('is made once for one Idempotency-Key, and its making is in the audit log', async () => {
    const { id } = await keyed();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await acme.owner.call('POST', keyPath(id), undefined, headers);
    const again = await acme.owner.call('POST', keyPath(id), undefined, headers);
    expect(again.body).toEqual(first.body);
    const events = `/audit/events?subject_kind=CONVERSATION_TYPE&subject_id=${id}&limit=1`;
    const [event] = (await acme.owner.mustCall('GET', events)).body.events;
    expect(event).toMatchObject({ type: 'ConversationTypeChanged', actor: { kind: 'USER', id: acme.owner.id } });
    expect(event.data).toEqual({ visitorKey: first.body.visitor_key });
  });

  test('is refused to a type whose schema refuses empty data, and to an unknown or foreign type', async () => {
    const conversation_data_schema = { type: 'object', required: ['order'] };
    const id = `type-${randomUUID()}`;
    await acme.owner.mustCall('POST', '/conversation-types', { ...item, id, conversation_data_schema });
    const refused = await acme.owner.call('POST', keyPath(id));
    expect([refused.status, refused.body.code]).toEqual([409, 'errors.conversation_type.data_required']);
    const open = await keyed();
    await acme.owner.mustCall('PATCH', `/conversation-types/${open.id}`, { conversation_data_schema });
    const later = await begin(open.key);
    expect([later.status, later.body.code]).toEqual([409, 'errors.conversation_type.data_required']);
    const stranger = await createTenant(tidings, 'strangers');
    for (const [caller, type] of [
      [stranger.owner, open.id],
      [acme.owner, 'nothing'],
    ] as const)
      for (const method of ['POST', 'DELETE'])
        expect((await caller.call(method, keyPath(type))).body.code).toBe('errors.conversation_type.not_found');
  });
});

describe('a visitor', () => {
  test('begins a conversation, reads and writes it as its client', async () => {
    const { id, key } = await keyed();
    const body = { display_name: 'Vera', text: 'Is it in stock?', preferred_language: 'de' };
    const begun = await begin(key, body);
    expect([begun.status, begun.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { conversation_id: conversationId, client_url: url } = begun.body;
    expect(begun.headers.get('location')).toBe(`/api/v1/conversations/${conversationId}`);
    const seen = (await acme.owner.mustCall('GET', `/conversations/${conversationId}?includes=PARTICIPANTS`)).body;
    expect(seen).toMatchObject({ conversation_type_id: id, participants: [{ kind: 'CLIENT', display_name: 'Vera' }] });
    expect((await allMessages(acme.owner, conversationId)).map(({ text }) => text)).toEqual(['Is it in stock?']);
    const token = (await acme.exchange(url)).body.access_token;
    const me = await tidings.call('GET', '/client-participant/me', { token });
    expect(me.body).toMatchObject({ conversation_id: conversationId, preferred_language: 'de', display_name: 'Vera' });
    const posted = { kind: 'TEXT', text: 'Hello?' };
    const path = `/conversations/${conversationId}/messages`;
    expect((await tidings.call('POST', path, { token, body: posted })).status).toBe(202);
    const events = `/audit/events?conversation_id=${conversationId}&order=ASC`;
    const [first] = (await acme.owner.mustCall('GET', events)).body.events;
    expect(first).toMatchObject({ type: 'ConversationOpened', actor: { kind: 'CLIENT', id: me.body.id } });
    expect((await begin(key, { display_name: 'Walter' })).status).toBe(201);
  });

  test.each([
    [{}, 'display_name'],
    [{ display_name: ' ' }, 'display_name'],
    [{ display_name: 'V', text: '' }, 'text'],
    [{ display_name: 'V', preferred_language: 'fr' }, 'preferred_language'],
    [{ display_name: 'V', email: 'v@example.org' }, 'email'],
  ])('%j is refused', async (body, path) => {
    const { key } = await keyed();
    const { status, body: told } = await begin(key, body);
    expect([status, told.errors[0].path]).toEqual([400, path]);
  });

  test('with an unknown key is told so', async () => {
    const { key } = await keyed();
    const guessed = key.replace(/^(.{22}).{22}/, (_, tenant) => `${tenant}${'A'.repeat(22)}`);
    const elsewhere = key.replace(/^.{22}/, 'A'.repeat(22));
    for (const wrong of ['x', guessed, elsewhere, `${key}x`, '%00', 'y'.repeat(400)]) {
      const { status, body } = await begin(wrong);
      expect([status, body.code], wrong).toEqual([404, 'errors.visitor_key.not_found']);
    }
  });

  test('begins one conversation for one Idempotency-Key', async () => {
    const { key } = await keyed();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { display_name: 'Onceonly', text: 'Once' };
    const first = await begin(key, body, headers);
    const again = await begin(key, body, headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    const other = await begin(key, { display_name: 'Walter' }, headers);
    expect(other.status).toBe(422);
    expect((await acme.owner.mustCall('GET', '/conversations?search=Onceonly')).body.total_elements).toBe(1);
  });

  test('begins five conversations a minute from one network, with any key', async () => {
    const keys = [await keyed(), await keyed()];
    const statuses = [];
    const network = '192.0.2.77';
    for (let n = 0; n < 5; n++) statuses.push((await begin(keys[n % 2]!.key, undefined, { network })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201]);
    const refused = await begin(keys[0]!.key, undefined, { network });
    expect([refused.status, refused.body.code]).toEqual([429, 'errors.rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await begin(keys[0]!.key, undefined, { network: '192.0.2.78' })).status).toBe(201);
  });

  test('finds the tenant full after a thousand in a day', async () => {
    const full = await createTenant(tidings, 'full');
    const { visitor_key: key } = (await full.owner.mustCall('POST', keyPath('support'))).body;
    const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
    const entry = { tenantId: full.tenantId, kind: 'visitors-begun', id: 'day' } as const;
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await operations.put(entry, { since, count: 999 });
    expect((await begin(key)).status).toBe(201);
    const refused = await begin(key);
    expect([refused.status, refused.body.details.limit]).toEqual([429, 1_000]);
    const wait = Number(refused.headers.get('retry-after'));
    expect([wait > 82_000, wait <= 82_800]).toEqual([true, true]);
    expect((await begin((await keyed()).key)).status).toBe(201);
    await operations.put(entry, { since: new Date(Date.now() - 86_400_001).toISOString(), count: 1_000 });
    expect((await begin(key)).status).toBe(201);
  });

  test('is refused by a suspended tenant', async () => {
    const { tenantId, owner } = await createTenant(tidings, 'resting');
    const { visitor_key: key } = (await owner.mustCall('POST', keyPath('support'))).body;
    const patch = { suspendedAt: new Date().toISOString() };
    const change = new tenantResource.Change(tenantId, { patch }, commandMeta({ tenantId, commandId: randomUUID() }));
    await tidings.app.get<CommandGateway>(COMMAND_GATEWAY).execute(change);
    const { status, body } = await begin(key);
    expect([status, body.code]).toEqual([403, 'errors.tenant.suspended']);
  });
});
