import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { EVENT_STORE, type EventStore } from '../../src/ports/event-store.js';
import { signUpBody } from '../fixtures/tenant.js';
import { signIn } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';

let tidings: Tidings;
let store: EventStore;
beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'silent' });
  store = tidings.app.get<EventStore>(EVENT_STORE);
});
afterAll(() => tidings.close());
afterEach(() => vi.useRealTimers());

const signUp = (subdomain: string, key?: string) =>
  tidings.call('POST', '/signup', {
    body: signUpBody(subdomain),
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

/** A sign-up whose process breaks at the n-th append, before or after the log took it. */
async function breakingAt(n: number, when: 'before' | 'after', subdomain: string, key?: string): Promise<void> {
  const append = store.append.bind(store);
  let count = 0;
  store.append = async (...args) => {
    if (++count === n && when === 'after') await append(...args);
    if (count >= n) throw new Error('on purpose');
    return append(...args);
  };
  try {
    const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) };
    const body = JSON.stringify(signUpBody(subdomain));
    expect((await fetch(`${tidings.url}/api/v1/signup`, { method: 'POST', headers, body })).status).toBe(500);
  } finally {
    store.append = append;
  }
}

/** Two names, e-mail, user, owner, tenant. */
const STEPS = 6;
const breaks = Array.from({ length: STEPS }, (_, i) => i + 1).flatMap((n) => [
  [n, 'before'] as const,
  [n, 'after'] as const,
]);

describe('a sign-up that breaks off', () => {
  test.each(breaks)('at step %i, %s the log took it, is completed by the same request', async (n, when) => {
    const [subdomain, key] = [`broken-${n}-${when}`, `key-${n}-${when}`];
    await breakingAt(n, when, subdomain, key);
    const made = await signUp(subdomain, key);
    expect(made.status).toBe(201);
    expect((await signUp(subdomain, key)).body).toEqual(made.body);
    const { access_token: token } = (await signIn(tidings, made.body.tenant_id)).body;
    const { body } = await tidings.call('GET', '/users', { token });
    expect(body.users.map(({ id }: { id: string }) => id)).toEqual([made.body.user_id]);
    expect((await tidings.call('DELETE', `/users/${made.body.user_id}`, { token })).status).toBe(409);
  });

  test('and is never asked again holds its subdomain for a minute and no longer', async () => {
    await breakingAt(STEPS, 'before', 'abandoned');
    expect((await signUp('abandoned')).status).toBe(409);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50_000 });
    expect((await signUp('abandoned')).status).toBe(409);
    vi.setSystemTime(Date.now() + 11_000);
    const made = await signUp('abandoned');
    expect(made.status).toBe(201);
    expect((await signIn(tidings, made.body.tenant_id)).status).toBe(200);
    vi.setSystemTime(Date.now() + 120_000);
    expect((await signUp('abandoned')).status).toBe(409);
  });

  test('does not get back what another took over meanwhile', async () => {
    await breakingAt(STEPS, 'before', 'lost', 'slow');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });
    expect((await signUp('lost')).status).toBe(201);
    expect((await signUp('lost', 'slow')).body.code).toBe('errors.tenant.exists');
  });
});
