import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { client, postMessage } from '../../fixtures/conversations.js';
import { erased } from '../../fixtures/erasures.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

let tidings: Tidings;
let tenant: Tenant;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off', ANSWER_MAX_BYTES: '1048576' });
  tenant = await createTenant(tidings, 'persons');
});
afterAll(() => closeAudited(tidings));

const MINE = 'canary-of-mine';
const THEIRS = 'canary-of-theirs';
const PHONE = '+4915112345678';
const OLD = 'cara.old@example.com';
const NEW = 'Cara.New@Example.com';

const cara = (more: object = {}) => client('cara', { display_name: `${MINE} Cara`, email: OLD, ...more });
const other = client('other', { display_name: `${THEIRS} Otto`, email: 'otto@example.com', phone_number: '+4930777' });

const byEmail = (email: string, more = '') => `/participants/export?email=${encodeURIComponent(email)}${more}`;
const byPhone = (number: string) => `/participants/export?phone_number=${encodeURIComponent(number)}`;

const LISTS = ['users', 'participants', 'messages', 'notifications', 'read_marks', 'conversation_data'] as const;
type Export = Readonly<Record<(typeof LISTS)[number], Record<string, unknown>[]>>;

/** All pages of an export. */
async function whole(caller: Caller, path: string): Promise<Export & { readonly pages: number }> {
  const found = Object.fromEntries(LISTS.map((list) => [list, []])) as unknown as Export;
  let pages = 0;
  for (let cursor = ''; ; ) {
    const separator = path.includes('?') ? '&' : '?';
    const { body } = await caller.mustCall('GET', `${path}${cursor && `${separator}cursor=${cursor}`}`);
    for (const list of LISTS) found[list].push(...body[list]);
    pages++;
    if (!body.has_more) return { ...found, pages };
    cursor = body.next_cursor;
  }
}

const say = (conversation: string, participant_id: string, text: string) =>
  postMessage(tenant.owner, conversation, { participant_id, text });

/** Conversations of Cara with others beside her, in which she is alone, and which she left. */
async function lifeOfCara() {
  const { owner } = tenant;
  const data = (text: string) => ({ conversation_data: { note: text } });
  await tenant.conversation('both', { participants: [cara(), other], ...data(`${THEIRS} of both`) });
  await tenant.conversation('alone', { participants: [cara({ phone_number: PHONE })], ...data(`${MINE} data`) });
  await tenant.conversation('left', { participants: [cara()] });
  await tenant.conversation('foreign', { participants: [other], ...data(`${THEIRS} data`) });
  await tenant.conversation('again', { participants: [other, cara()], ...data(`${THEIRS} two clients`) });
  for (const id of ['both', 'again']) {
    await say(id, 'other', `${THEIRS} first in ${id}`);
    await say(id, 'cara', `${MINE} in ${id}`);
    await say(id, 'other', `${THEIRS} last in ${id}`);
  }
  await say('alone', 'cara', `${MINE} in alone`);
  await say('left', 'cara', `${MINE} in left`);
  await say('foreign', 'other', `${THEIRS} in foreign`);
  const user = await tenant.user('agent');
  await user.mustCall('POST', '/conversations/both/messages', { kind: 'TEXT', text: `${THEIRS} of the agent` });
  await owner.mustCall('PATCH', '/conversations/both/participants/cara', {
    email: NEW,
    display_name: `${MINE} Caroline`,
  });
  await owner.mustCall('DELETE', '/conversations/left/participants/cara');
  await owner.mustCall('DELETE', '/conversations/again/participants/other');
  await owner.mustCall('POST', '/conversations/both/participants/notify', { participant_ids: ['cara', 'other'] });
  return user;
}

describe('the export of a person', () => {
  let agent: Awaited<ReturnType<Tenant['user']>>;
  beforeAll(async () => {
    agent = await lifeOfCara();
  });

  test('has all of theirs in every conversation, and nothing of anyone else', async () => {
    const found = await whole(tenant.owner, byEmail(OLD));
    expect(found.participants.map(({ conversation_id, id }) => `${conversation_id} ${id}`)).toEqual([
      ...['again cara', 'alone cara', 'both cara', 'left cara'],
    ]);
    const [, , both, left] = found.participants;
    expect(both).toMatchObject({ email: NEW, display_name: `${MINE} Caroline` });
    expect(both?.former).toMatchObject([{ email: OLD, display_name: `${MINE} Cara` }]);
    expect(left?.removed_at).toBeDefined();
    expect(found.messages.map(({ text }) => text)).toEqual([
      ...[`${MINE} in again`, `${MINE} in alone`, `${MINE} in both`, `${MINE} in left`],
    ]);
    expect(found.notifications).toMatchObject([
      { conversation_id: 'both', participant_id: 'cara', channel: 'SMS' },
      { conversation_id: 'both', participant_id: 'cara', channel: 'EMAIL' },
    ]);
    expect(found.read_marks).toMatchObject([
      { conversation_id: 'again', participant_id: 'cara', last_message_sequence_seen: 2 },
      { conversation_id: 'alone', participant_id: 'cara', last_message_sequence_seen: 1 },
      { conversation_id: 'both', participant_id: 'cara', last_message_sequence_seen: 2 },
      { conversation_id: 'left', participant_id: 'cara', last_message_sequence_seen: 1 },
    ]);
    expect(found.conversation_data).toEqual([
      { conversation_id: 'alone', conversation_data: { note: `${MINE} data` } },
    ]);
    expect(found.users).toEqual([]);
    expect(JSON.stringify(found)).not.toContain(THEIRS);
    expect(JSON.stringify(found)).not.toContain('otto@example.com');
  });

  test('is found by the new address where they have it, by the number, and regardless of case', async () => {
    const conversations = async (path: string) =>
      (await whole(tenant.owner, path)).participants.map(({ conversation_id }) => conversation_id);
    expect(await conversations(byEmail(NEW.toLowerCase()))).toEqual(['both']);
    expect(await conversations(byEmail(OLD.toUpperCase()))).toEqual(['again', 'alone', 'both', 'left']);
    expect(await conversations(byPhone(PHONE))).toEqual(['alone']);
  });

  test('of an unknown person has empty lists, and that of another tenant too', async () => {
    const empty = { ...Object.fromEntries(LISTS.map((list) => [list, []])), has_more: false };
    const nobody = await tenant.owner.mustCall('GET', byEmail('nobody@example.com'));
    expect(nobody.body).toEqual(empty);
    const stranger = await createTenant(tidings, 'persons-2');
    for (const path of [byEmail(OLD), byPhone(PHONE)]) {
      expect((await stranger.owner.mustCall('GET', path)).body).toEqual(empty);
    }
    expect((await stranger.owner.call('GET', `/users/${agent.id}/export`)).body.code).toBe('errors.user.not_found');
  });

  test('needs one address, and the role', async () => {
    const paths = async (path: string) => {
      const { status, body } = await tenant.owner.call('GET', path);
      return [status, ...(body.errors ?? []).map(({ path: at }: { path: string }) => at)];
    };
    expect(await paths('/participants/export')).toEqual([400, 'email']);
    expect(await paths(`${byEmail(OLD)}&phone_number=%2B4930777`)).toEqual([400, 'phone_number']);
    expect(await paths('/participants/export?email=nothing')).toEqual([400, 'email']);
    expect(await paths(byEmail(OLD, '&cursor=nothing'))).toEqual([400, 'cursor']);
    expect((await agent.call('GET', byEmail(OLD))).status).toBe(403);
    expect((await (await tenant.client('both', 'cara')).call('GET', byEmail(OLD))).status).toBe(403);
    expect((await (await tenant.apiKey()).call('GET', byEmail(OLD))).status).toBe(200);
  });

  test('is an event of the audit, which has no address', async () => {
    await tenant.owner.mustCall('GET', byEmail('watched@example.com'));
    const { text } = await tenant.owner.mustCall('GET', '/audit/events?type=AuditRead&limit=1000');
    const calls = JSON.parse(text).events.map(({ data }: { data: { call: string; filters?: object } }) => data);
    expect(calls).toContainEqual(expect.objectContaining({ call: 'export', filters: { email: expect.any(String) } }));
    expect(text).not.toContain('watched@example.com');
  });

  test('of a user has their account and their participants; the user gets their own alone', async () => {
    const found = await whole(tenant.owner, `/users/${agent.id}/export`);
    expect(found.users).toMatchObject([{ id: agent.id, email: 'agent@acme.example', role: 'USER', former: [] }]);
    expect(found.participants).toMatchObject([{ conversation_id: 'both', kind: 'USER', user_id: agent.id }]);
    expect(found.messages.map(({ text }) => text)).toEqual([`${THEIRS} of the agent`]);
    expect(found.conversation_data).toEqual([]);
    expect(JSON.stringify(found)).not.toContain(MINE);
    const { pages: _, ...own } = await whole(agent, `/users/${agent.id}/export`);
    expect(own.messages).toEqual(found.messages);
    const byAddress = await whole(tenant.owner, byEmail('agent@acme.example'));
    expect([byAddress.users, byAddress.messages]).toEqual([found.users, found.messages]);
    expect((await agent.call('GET', `/users/${tenant.owner.id}/export`)).status).toBe(403);
    await tenant.owner.mustCall('DELETE', `/users/${agent.id}`);
    const deleted = await whole(tenant.owner, `/users/${agent.id}/export`);
    expect(deleted.users[0]?.deleted_at).toBeDefined();
    expect(deleted.messages).toEqual(found.messages);
    await erased(tenant.owner, `/users/${agent.id}`);
    expect((await tenant.owner.call('GET', `/users/${agent.id}/export`)).status).toBe(404);
    expect((await whole(tenant.owner, byEmail('agent@acme.example'))).users).toEqual([]);
  });

  test('comes in pages where it is long', async () => {
    await tenant.conversation('long', { participants: [client('lena', { email: 'lena@example.com' }), other] });
    const text = 'l'.repeat(4_000);
    const count = 400;
    for (let n = 0; n < count; n += 50) {
      await Promise.all(Array.from({ length: 50 }, () => say('long', 'lena', text)));
    }
    await say('long', 'other', `${THEIRS} in long`);
    const found = await whole(tenant.owner, byEmail('lena@example.com'));
    expect(found.pages).toBeGreaterThan(1);
    expect(found.messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
    expect(found.participants).toHaveLength(1);
    expect(found.read_marks).toMatchObject([{ last_message_sequence_seen: count }]);
  });

  test('ends with the erasure', async () => {
    await erased(tenant.owner, '/conversations/left/participants/cara');
    await erased(tenant.owner, '/conversations/both/participants/cara');
    const found = await whole(tenant.owner, byEmail(OLD));
    expect(found.participants.map(({ conversation_id }) => conversation_id)).toEqual(['again', 'alone']);
    expect((await whole(tenant.owner, byEmail(NEW))).participants).toEqual([]);
    expect(JSON.stringify(found)).not.toContain(`${MINE} in left`);
  });
});
