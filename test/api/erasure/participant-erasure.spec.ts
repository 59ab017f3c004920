import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../../fixtures/conversations.js';
import { completedErasure, erased, wholeFeed } from '../../fixtures/erasures.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

let tidings: Tidings;
let tenant: Tenant;

const PHONE = '+4930123456';
const SECRETS = ['Zaphod', 'zaphod@example.com', PHONE, 'heart of gold', '48.2082'];
const zaphod = client('zaphod', { display_name: 'Zaphod', email: 'zaphod@example.com', phone_number: PHONE });
const location = { latitude: 48.2082, longitude: 16.3738 };

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  tenant = await createTenant(tidings, 'erase-p');
});
afterAll(() => closeAudited(tidings));

/** A conversation of Zaphod and another client, with messages of both. */
async function tell(id: string, key?: string) {
  const { messages, participants, path } = await tenant.conversation(id, { participants: [client('other')] });
  const headers = key === undefined ? {} : { 'idempotency-key': `${key}-p` };
  await tenant.owner.mustCall('POST', participants, zaphod, headers);
  const said = { kind: 'TEXT', text: 'heart of gold', participant_id: 'zaphod', source_id: 's1' };
  const post = (body: object, more = {}) => tenant.owner.mustCall('POST', messages, body, { prefer: 'wait', ...more });
  const first = await post(said, key === undefined ? {} : { 'idempotency-key': `${key}-m` });
  await post({ kind: 'LOCATION', location, participant_id: 'zaphod' });
  const others = await post({ kind: 'TEXT', text: 'from another', participant_id: 'other' });
  return { path, messages, participants, said, first: first.body, others: others.body };
}

const hidden = (value: unknown) => SECRETS.filter((secret) => JSON.stringify(value).includes(secret));

describe('an erased participant', () => {
  test('leaves messages without content, and those of others as they are', async () => {
    const { path, messages, first, others } = await tell('p1');
    const erasure = await erased(tenant.owner, `${path}/participants/zaphod`);
    expect(erasure).toMatchObject({ kind: 'PARTICIPANT', subject_id: 'zaphod', conversation_id: 'p1', events: 3 });
    const { body } = await tenant.owner.mustCall('GET', `${messages}?order=ASC`);
    expect(body.messages).toHaveLength(3);
    expect(body.messages[0]).toEqual({
      id: first.id,
      tenant_id: tenant.tenantId,
      conversation_id: 'p1',
      participant_id: 'zaphod',
      sequence: 1,
      kind: 'TEXT',
      erased: true,
      created_at: first.created_at,
      updated_at: body.messages[0].updated_at,
    });
    expect(body.messages[2]).toEqual(others);
    expect(hidden(body)).toEqual([]);
    expect((await tenant.owner.mustCall('GET', `${messages}/${first.id}`)).body).toEqual(body.messages[0]);
    for (const word of ['Zaphod', 'gold', 'zaphod@example.com'])
      expect((await tenant.owner.call('GET', `/conversations?search=${word}`)).body.total_elements).toBe(0);
  });
  test('is shown without a name, and is in no list', async () => {
    const { path, participants } = await tell('p2');
    await erased(tenant.owner, `${participants}/zaphod`);
    expect((await tenant.owner.mustCall('GET', `${participants}/zaphod`)).body).toEqual({
      id: 'zaphod',
      kind: 'CLIENT',
      erased: true,
    });
    const { body } = await tenant.owner.mustCall('GET', participants);
    expect(body.participants.map(({ id }: { id: string }) => id)).toEqual(['other']);
    expect(hidden((await tenant.owner.mustCall('GET', `${path}?includes=PARTICIPANTS`)).body)).toEqual([]);
    const again = await tenant.owner.call('POST', participants, zaphod);
    expect([again.status, again.body.code]).toEqual([409, 'errors.participant.exists']);
  });
  test('is in the feed and in replays of sockets as it is now, in the old order and at the old times', async () => {
    const { participants } = await tell('p3');
    await tenant.owner.mustCall('PATCH', `${participants}/zaphod`, { display_name: 'Zaphod B' });
    const before = (await wholeFeed(tenant.owner)).filter((event) => JSON.stringify(event).includes('"p3"'));
    expect(hidden(before)).not.toEqual([]);
    await erased(tenant.owner, `${participants}/zaphod`);
    const after = (await wholeFeed(tenant.owner)).filter(({ id }) => before.some((event) => event.id === id));
    expect(hidden(after)).toEqual([]);
    const places = (events: readonly Record<string, unknown>[]) =>
      events.map(({ id, type, timestamp, position }) => [id, type, timestamp, position]);
    expect(places(after)).toEqual(places(before));
    const joined = after.find(({ type, data }) => type === 'participant.created' && 'erased' in (data as object));
    expect(joined?.data).toEqual({ id: 'zaphod', kind: 'CLIENT', erased: true });
    const listener = await listenerOf(tenant.owner);
    const start = before[0]?.position as string;
    await listener.ask('SUBSCRIBE', { address: 'conversations/p3', after: start });
    await listener.until((all) => all.length >= 7);
    listener.close();
    expect(hidden(listener.heard)).toEqual([]);
  });
  test('is answered to the same source id and the same keys with 200', async () => {
    const { messages, participants, said, first } = await tell('p4', 'k');
    await erased(tenant.owner, `${participants}/zaphod`);
    const bySource = await tenant.owner.call('POST', messages, said);
    expect([bySource.status, bySource.body.id, bySource.body.erased]).toEqual([200, first.id, true]);
    const byKey = await tenant.owner.call('POST', messages, said, { 'idempotency-key': 'k-m' });
    expect([byKey.status, byKey.body.id, byKey.body.erased]).toEqual([200, first.id, true]);
    const joined = await tenant.owner.call('POST', participants, zaphod, { 'idempotency-key': 'k-p' });
    expect([joined.status, joined.body]).toEqual([200, { id: 'zaphod', kind: 'CLIENT', erased: true }]);
  });
  test('may have been removed before, and is erased once', async () => {
    const { participants } = await tell('p5');
    await tenant.owner.mustCall('DELETE', `${participants}/zaphod`);
    const feed = (await wholeFeed(tenant.owner)).filter((event) => JSON.stringify(event).includes('"p5"'));
    expect(hidden(feed)).not.toEqual([]);
    const first = await erased(tenant.owner, `${participants}/zaphod`);
    const second = await erased(await tenant.apiKey(), `${participants}/zaphod`);
    expect(second).toEqual(first);
    const { total_elements } = (await tenant.owner.mustCall('GET', '/erasures?subject_id=zaphod&kind=PARTICIPANT'))
      .body;
    expect(total_elements).toBe(5);
  });
  test('is refused to a user, under a legal hold, and where there is none', async () => {
    const { path, participants, messages } = await tell('p6');
    const user = await tenant.user('ford');
    expect((await user.call('DELETE', `${participants}/zaphod?erase=true`)).status).toBe(403);
    expect((await tenant.owner.call('DELETE', `${participants}/nobody?erase=true`)).status).toBe(404);
    expect((await tenant.owner.call('DELETE', `${participants}/zaphod?erase=maybe`)).status).toBe(400);
    await tenant.owner.mustCall('PUT', `${path}/legal-hold`);
    const held = await tenant.owner.call('DELETE', `${participants}/zaphod?erase=true`);
    expect([held.status, held.body.code]).toEqual([409, 'errors.conversation.legal_hold']);
    expect((await tenant.owner.mustCall('GET', `${participants}/zaphod`)).body.display_name).toBe('Zaphod');
    expect((await tenant.owner.mustCall('GET', messages)).body.messages.at(-1).text).toBe('heart of gold');
    await tenant.owner.mustCall('DELETE', `${participants}/zaphod`);
    expect((await tenant.owner.call('DELETE', `${participants}/zaphod?erase=true`)).status).toBe(409);
    await tenant.owner.mustCall('DELETE', `${path}/legal-hold`);
    await erased(tenant.owner, `${participants}/zaphod`);
  });
  test('takes its notifications, their files and its links along', async () => {
    const { path, participants } = await tell('p7');
    await tenant.owner.mustCall('POST', `${participants}/notify`, { participant_ids: ['zaphod'] });
    const { url } = (await tenant.owner.mustCall('GET', `${participants}/zaphod/client-url`)).body;
    const { headers } = await tenant.owner.mustCall('DELETE', `${participants}/zaphod?erase=true`);
    await completedErasure(tenant.owner, String(headers.get('tidings-erasure')));
    expect((await tenant.owner.mustCall('GET', `${path}/notifications`)).body.total_elements).toBe(0);
    expect((await tenant.exchange(url)).status).toBe(400);
  });
});
