import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { client, createConversationType, SUPPORT, TEAM } from '../../fixtures/conversations.js';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let uma: SignedIn;
let made = 0;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'shares', { types: [SUPPORT, TEAM] });
  uma = await acme.user('uma');
});
afterAll(() => tidings.close());

const SHARES = { shared_read_status_for_user_participants: true };
const KEEPS = { shared_read_status_for_user_participants: false };

const aType = async (more: object): Promise<string> => {
  const id = `type-${++made}`;
  await createConversationType(acme.owner, { id, ...more });
  return id;
};
const changeType = (id: string, patch: object) => acme.owner.mustCall('PATCH', `/conversation-types/${id}`, patch);
const user = (id: string, { id: user_id }: Caller) => ({ id, kind: 'USER', user_id });

/** A conversation with a client who has posted three times. */
async function opened(conversation_type_id: string, ...users: readonly object[]): Promise<string> {
  const id = `c${++made}`;
  await acme.conversation(id, { conversation_type_id, participants: [client(), ...users] });
  for (let n = 0; n < 3; n++) await acme.post(id);
  return id;
}

const unread = async (reader: Caller, id: string): Promise<number> =>
  (await reader.mustCall('GET', `/conversations/${id}?includes=CURRENT_USER_READ_STATUS`)).body.read_status
    .unread_message_count;
const seen = (reader: Caller, id: string, participant: string, last_message_sequence_seen: number) =>
  reader.mustCall('POST', `/conversations/${id}/participants/${participant}/activity`, {
    activity: 'MESSAGE_SEEN',
    last_message_sequence_seen,
  });
const join = (id: string, ...users: readonly object[]) =>
  Promise.all(users.map((each) => acme.owner.mustCall('POST', `/conversations/${id}/participants`, each)));
const kinds = async (id: string): Promise<readonly string[]> =>
  (await acme.owner.mustCall('GET', `/conversations/${id}/participants`)).body.participants.map(
    ({ kind }: { kind: string }) => kind,
  );
const put = (id: string, conversation_type_id: string) =>
  acme.owner.mustCall('PUT', `/conversations/${id}`, { conversation_type_id });

describe('a type that is switched', () => {
  test('to a shared read status changes no count of a conversation that is open, also when a user joins', async () => {
    const type = await aType(KEEPS);
    const id = await opened(type, user('olga', acme.owner));
    await changeType(type, SHARES);
    await join(id, user('uma', uma));
    expect(await unread(acme.owner, id)).toBe(3);
    expect(await unread(uma, id)).toBe(0);
    await acme.post(id);
    await seen(uma, id, 'uma', 4);
    expect(await unread(acme.owner, id)).toBe(4);
    expect(await kinds(id)).not.toContain('SHARED');
  });

  test('to a shared read status holds for none that was opened before, also where a user joins only then', async () => {
    const type = await aType(KEEPS);
    const id = await opened(type);
    await changeType(type, SHARES);
    await join(id, user('olga', acme.owner));
    expect(await kinds(id)).not.toContain('SHARED');
  });

  test('away from it leaves those that share as they are, also where the first user joins only then', async () => {
    const type = await aType(SHARES);
    const [id, empty] = [await opened(type, user('olga', acme.owner), user('uma', uma)), await opened(type)];
    await changeType(type, KEEPS);
    await seen(uma, id, 'uma', 2);
    expect([await unread(acme.owner, id), await unread(uma, id)]).toEqual([1, 1]);
    await join(empty, user('olga', acme.owner));
    expect(await kinds(empty)).toContain('SHARED');
  });

  test('holds for conversations opened after it', async () => {
    const type = await aType(KEEPS);
    await changeType(type, SHARES);
    expect(await kinds(await opened(type, user('olga', acme.owner)))).toContain('SHARED');
    await changeType(type, KEEPS);
    expect(await kinds(await opened(type, user('olga', acme.owner)))).not.toContain('SHARED');
  });
});

describe('a PUT that gives another type', () => {
  test('that shares makes the users share what one of them has read', async () => {
    const id = await opened(SUPPORT.id, user('olga', acme.owner), user('uma', uma));
    await seen(uma, id, 'uma', 2);
    expect([await unread(acme.owner, id), await unread(uma, id)]).toEqual([3, 1]);
    await put(id, TEAM.id);
    expect([await unread(acme.owner, id), await unread(uma, id)]).toEqual([1, 1]);
    await seen(acme.owner, id, 'olga', 3);
    expect([await unread(acme.owner, id), await unread(uma, id)]).toEqual([0, 0]);
  });

  test('that shares reads nothing for anybody', async () => {
    const id = await opened(SUPPORT.id, user('olga', acme.owner), user('uma', uma));
    await put(id, TEAM.id);
    expect([await unread(acme.owner, id), await unread(uma, id)]).toEqual([3, 3]);
  });

  test('that does not share leaves each user where all of them were', async () => {
    const id = await opened(TEAM.id, user('olga', acme.owner), user('uma', uma));
    await seen(uma, id, 'uma', 2);
    await put(id, SUPPORT.id);
    expect(await kinds(id)).not.toContain('SHARED');
    expect([await unread(acme.owner, id), await unread(uma, id)]).toEqual([1, 1]);
    await seen(uma, id, 'uma', 3);
    expect([await unread(acme.owner, id), await unread(uma, id)]).toEqual([1, 0]);
  });

  test('and back again shares anew', async () => {
    const id = await opened(TEAM.id, user('olga', acme.owner), user('uma', uma));
    await put(id, SUPPORT.id);
    await seen(uma, id, 'uma', 3);
    await put(id, TEAM.id);
    expect(await kinds(id)).toContain('SHARED');
    expect([await unread(acme.owner, id), await unread(uma, id)]).toEqual([0, 0]);
  });

  test('the same one changes nothing, also when the type has changed', async () => {
    const type = await aType(KEEPS);
    const id = await opened(type, user('olga', acme.owner));
    await changeType(type, SHARES);
    await put(id, type);
    expect(await kinds(id)).not.toContain('SHARED');
    expect(await unread(acme.owner, id)).toBe(3);
  });
});

test('the two display names of a type hold at once', async () => {
  const type = await aType({ ...SHARES, display_name_shared_by_users: 'Team A' });
  const id = await opened(type, user('olga', acme.owner));
  const named = async () => {
    const { body } = await acme.owner.mustCall('GET', `/conversations/${id}?includes=PARTICIPANTS`);
    return body.participants.find(({ kind }: { kind: string }) => kind === 'SHARED');
  };
  const { id: shared, display_name } = await named();
  expect(display_name).toBe('Team A');
  await changeType(type, { display_name_shared_by_users: 'Team B' });
  expect((await named()).display_name).toBe('Team B');
  const alone = await acme.owner.mustCall('GET', `/conversations/${id}/participants/${shared}`);
  expect(alone.body.display_name).toBe('Team B');
  await changeType(type, { display_name_shared_by_users: null });
  expect((await named()).display_name).toBe('Team');
});
