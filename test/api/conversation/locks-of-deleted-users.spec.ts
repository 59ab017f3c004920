import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { sharedService } from '../../support/given/shared-log.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'locks');
});
afterAll(() => tidings.close());

const until = () => new Date(Date.now() + 3_600_000).toISOString();
const lock = (holder: SignedIn, id: string) =>
  holder.mustCall('POST', `/conversations/${id}/lock`, { lock_expires_at: until(), lock_note: 'mine' });
const lockedBy = async (id: string): Promise<string | undefined> =>
  (await acme.owner.mustCall('GET', `/conversations/${id}`)).body.locked_by;

test('a deleted user’s locks end with the user, with a frame and a public event each', async () => {
  const [uma, vera] = [await acme.user('uma'), await acme.user('vera')];
  for (const id of ['a', 'b', 'c']) await acme.conversation(id);
  await lock(uma, 'a');
  await lock(uma, 'b');
  await lock(vera, 'c');
  const socket = await listenerOf(acme.owner);
  await socket.subscribe('conversations');
  const deleted = await acme.owner.mustCall('DELETE', `/users/${uma.id}`);
  for (const id of ['a', 'b']) {
    const isFreed = ({ conversation }: { conversation?: object }) =>
      conversation !== undefined && (conversation as { id: string }).id === id && !('locked_by' in conversation);
    await socket.next('CONVERSATION_UPDATED', isFreed as never);
    expect(await lockedBy(id)).toBeUndefined();
  }
  socket.close();
  expect(await lockedBy('c')).toBe(vera.id);
  const after = deleted.headers.get('tidings-position') ?? '';
  const { body } = await acme.owner.mustCall('GET', `/events?after=${after}`);
  expect(
    body.events.map(({ type, data }: { type: string; data: { id: string } }) => [type, data.id]).toSorted(),
  ).toEqual([
    ['conversation.updated', 'a'],
    ['conversation.updated', 'b'],
  ]);
  await acme.owner.mustCall('POST', '/conversations/a/lock', { lock_expires_at: until() });
});

test('unlocking all of a deleted user is 204, of an unknown one 404', async () => {
  const wim = await acme.user('wim');
  await acme.owner.mustCall('DELETE', `/users/${wim.id}`);
  for (const caller of [acme.owner, await acme.apiKey()]) {
    expect((await caller.call('PUT', `/conversations/${wim.id}/unlock`)).status).toBe(204);
    const unknown = '0190b2f0-0000-7000-8000-000000000000';
    expect((await caller.call('PUT', `/conversations/${unknown}/unlock`)).status).toBe(404);
  }
  const other = await acme.user('xena');
  expect((await other.call('PUT', `/conversations/${wim.id}/unlock`)).status).toBe(403);
});

test('locks end in the process that runs effects, whenever it was killed', async () => {
  const shared = sharedService();
  try {
    const api = await shared.start(['api', 'projector']);
    const tenant = await createTenant(api, 'killed');
    const uma = await tenant.user('uma');
    for (const id of ['a', 'b']) {
      await tenant.conversation(id);
      await lock(uma, id);
    }
    const locked = async () => {
      const { body } = await tenant.owner.mustCall('GET', '/conversations?order=ASC');
      return body.conversations.filter((each: object) => 'locked_by' in each).map(({ id }: { id: string }) => id);
    };
    await tenant.owner.mustCall('DELETE', `/users/${uma.id}`);
    expect(await locked()).toEqual(['a', 'b']);
    const killed = await shared.start(['effects'], [], (log) => {
      const { append } = log;
      log.append = async (...asked) => {
        const appended = await append(...asked);
        log.cut();
        return appended;
      };
    });
    await expect.poll(locked, { timeout: 20_000 }).toHaveLength(1);
    await killed.close();
    expect(await locked()).toHaveLength(1);
    await shared.start(['effects']);
    await expect.poll(locked, { timeout: 20_000 }).toEqual([]);
  } finally {
    await shared.close();
  }
}, 90_000);
