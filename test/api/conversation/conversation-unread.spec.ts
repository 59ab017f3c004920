import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUPPORT } from '../../fixtures/conversations.js';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

const TEAM = { ...SUPPORT, id: 'team', shared_read_status_for_user_participants: true };
const IDS = ['a', 'b', 'team-a', 'team-b'] as const;

let tidings: Tidings;
let acme: Tenant;
let people: readonly SignedIn[];
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'unread', { types: [SUPPORT, TEAM] });
  people = [acme.owner, await acme.user('anna'), await acme.user('ben')];
  for (const id of IDS) {
    await acme.conversationWithClient(id, id.startsWith('team') ? { conversation_type_id: 'team' } : {});
  }
});
afterAll(() => tidings.close());

const unreadOf = async (who: SignedIn, query = '') => (await who.mustCall('GET', `/conversations/unread${query}`)).body;

interface Shown {
  readonly archived: boolean;
  readonly read_status: { readonly unread_message_count: number };
}

/** The same, added up over the list. */
async function plain(who: SignedIn, isCounted: (each: Shown) => boolean = () => true) {
  const path = '/conversations?limit=1000&includes=CURRENT_USER_READ_STATUS';
  const list: readonly Shown[] = (await who.mustCall('GET', path)).body.conversations;
  const counts = list.filter(isCounted).map(({ read_status: { unread_message_count: n } }) => n);
  return { conversations: counts.filter((n) => n > 0).length, messages: counts.reduce((sum, n) => sum + n, 0) };
}

async function expectPlain(): Promise<void> {
  for (const who of people) {
    expect(await unreadOf(who)).toEqual(await plain(who));
    expect(await unreadOf(who, '?archived=false')).toEqual(await plain(who, ({ archived }) => !archived));
    expect(await unreadOf(who, '?archived=true')).toEqual(await plain(who, ({ archived }) => archived));
    const { body } = await who.mustCall('GET', '/conversations?unread=true');
    expect(body.total_elements).toBe((await unreadOf(who)).conversations);
  }
}

const STEPS = ['client', 'post', 'see', 'join', 'leave', 'archive', 'restore', 'type'] as const;

const step = fc.record({
  what: fc.constantFrom(...STEPS, 'client', 'post', 'see', 'join'),
  id: fc.constantFrom(...IDS),
  who: fc.nat({ max: 2 }),
});

async function take({ what, id, who: n }: { what: (typeof STEPS)[number]; id: string; who: number }): Promise<void> {
  const who = people[n] ?? acme.owner;
  const path = `/conversations/${id}`;
  const call = (method: string, at: string, body?: object) => who.call(method, path + at, body);
  const last = async () => (await who.mustCall('GET', `${path}/messages?limit=1`)).body.messages[0]?.sequence ?? 0;
  switch (what) {
    case 'client':
      return void (await call('POST', '/messages', { kind: 'TEXT', text: 'x', participant_id: 'client' }));
    case 'post':
      return void (await call('POST', '/messages', { kind: 'TEXT', text: 'x' }));
    case 'see':
      return void (await call('POST', '/seen', { last_message_sequence_seen: Math.max(0, (await last()) - (n % 2)) }));
    case 'join':
      return void (await call('POST', '/participants', { kind: 'USER', user_id: who.id }));
    case 'leave': {
      const { participants } = (await who.mustCall('GET', `${path}/participants`)).body;
      const own = participants.find(({ user_id }: { user_id?: string }) => user_id === who.id);
      return own && void (await call('DELETE', `/participants/${own.id}`));
    }
    case 'archive':
      return void (await acme.owner.call('DELETE', path));
    case 'restore':
      return void (await acme.owner.call('PATCH', path, { archived: false }));
    case 'type':
      return void (await acme.owner.call('PUT', path, { conversation_type_id: n === 0 ? 'support' : 'team' }));
  }
}

describe('GET /conversations/unread', () => {
  test('is what the list adds up to, whatever was posted, seen, joined, left, archived or shared', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
        for (const each of steps) await take(each);
        await expectPlain();
      }),
      { numRuns: 15, seed: 20_300_101, endOnFailure: true },
    );
  });

  test('no longer counts a conversation that is erased', async () => {
    await acme.conversationWithClient('gone');
    await acme.post('gone');
    const before = await unreadOf(acme.owner);
    await acme.owner.mustCall('POST', '/conversations/gone/erase');
    expect(await unreadOf(acme.owner)).toEqual({
      conversations: before.conversations - 1,
      messages: before.messages - 1,
    });
  });

  test('is of users alone', async () => {
    await acme.conversationWithClient('theirs');
    for (const other of [await acme.apiKey(), await acme.client('theirs')]) {
      expect((await other.call('GET', '/conversations/unread')).status).toBe(403);
    }
  });

  test('no conversation is made with its path as id', async () => {
    const made = await acme.owner.call('POST', '/conversations', { id: 'unread', conversation_type_id: 'support' });
    const put = await acme.owner.call('PUT', '/conversations/unread', { conversation_type_id: 'support' });
    for (const [{ status, body }, path] of [
      [made, 'id'],
      [put, 'conversation_id'],
    ] as const) {
      expect([status, body.errors[0].path, body.errors[0].code]).toEqual([400, path, 'errors.field.reserved']);
    }
  });
});
