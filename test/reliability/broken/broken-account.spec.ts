import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { tokenSentTo } from '../../fixtures/password-mails.js';
import { createTenant } from '../../fixtures/tenant.js';
import { PASSWORD } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let store: EventStore;
beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'silent' });
  store = tidings.app.get<EventStore>(EVENT_STORE);
});
afterAll(() => tidings.close());

/** A call whose process breaks when it comes to append an event of this type. */
async function breakingAt(type: string, method: string, path: string, token: string, body?: object): Promise<void> {
  const append = store.append.bind(store);
  store.append = async (...args) => {
    const [, , events] = args;
    if (events.some((event) => event.type === type)) throw new Error('on purpose');
    return append(...args);
  };
  try {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const sent = body ? { body: JSON.stringify(body) } : {};
    expect((await fetch(`${tidings.url}/api/v1${path}`, { method, headers, ...sent })).status).toBe(500);
  } finally {
    store.append = append;
  }
}

const statusOf = async (method: string, path: string, token: string) =>
  (await tidings.call(method, path, { token })).status;

describe('what a crash leaves undone between a user and the list of owners is done by itself', () => {
  test('an owner who was let go is deleted', async () => {
    const { owner, user } = await createTenant(tidings, 'acme');
    const ben = await user('ben', 'OWNER');
    await breakingAt('UserDeleted', 'DELETE', `/users/${ben.id}`, owner.token);
    await expect.poll(() => statusOf('GET', `/users/${ben.id}`, owner.token)).toBe(404);
    expect(await statusOf('GET', '/users/me', ben.token)).toBe(401);
  });

  test('an owner who was demoted has the role, and access of it ends', async () => {
    const { owner, user } = await createTenant(tidings, 'demoted');
    const ben = await user('ben', 'OWNER');
    await breakingAt('UserChanged', 'PATCH', `/users/${ben.id}`, owner.token, { role: 'USER' });
    const role = async () => (await tidings.call('GET', `/users/${ben.id}`, { token: owner.token })).body.role;
    await expect.poll(role).toBe('USER');
    expect(await statusOf('GET', '/users/me', ben.token)).toBe(401);
    expect(await statusOf('DELETE', `/users/${owner.id}`, owner.token)).toBe(409);
  });

  test('a user who became an owner is counted', async () => {
    const { owner, user } = await createTenant(tidings, 'promoted');
    const ben = await user('ben');
    await breakingAt('OwnerAdded', 'PATCH', `/users/${ben.id}`, owner.token, { role: 'OWNER' });
    await expect.poll(() => statusOf('DELETE', `/users/${owner.id}`, owner.token)).toBe(204);
  });

  test('a new owner without a password is invited', async () => {
    const { owner } = await createTenant(tidings, 'invites');
    const body = { email: 'dora@acme.example', role: 'OWNER' };
    await breakingAt('OwnerAdded', 'POST', '/users', owner.token, body);
    expect(await tokenSentTo(tidings, body.email)).not.toBe('');
  });

  test('a new owner is counted, so that the first one may go', async () => {
    const { owner } = await createTenant(tidings, 'other');
    const body = { email: 'carl@acme.example', password: PASSWORD, role: 'OWNER' };
    await breakingAt('OwnerAdded', 'POST', '/users', owner.token, body);
    await expect.poll(() => statusOf('DELETE', `/users/${owner.id}`, owner.token)).toBe(204);
  });
});
